/** A key cap. Cmd on Apple machines where Ctrl stands elsewhere. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

export function Kbd({ keys }: { keys: string }) {
  const shown = isApple ? keys.replace('Ctrl', '⌘').replace('Alt', '⌥') : keys
  return <kbd className="kbd">{shown}</kbd>
}
