/** Whether a screen asks for itself whether a key is an input method's, or has Ant Design ask. */
export const bareComposing = (file, text) =>
  /^portal\/src\/.*(?<!\.test)\.tsx?$/.test(file) &&
  /\.isComposing\b|\bkeyCode\b|\bonPressEnter=\{(?!onEnter\()/.test(text)
