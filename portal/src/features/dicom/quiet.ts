/**
 * OpenJPEG reports damage by printing it, and goes on: a tile that failed leaves whatever was in the memory before, and no
 * error. What a decoder prints as a warning or an error goes to the page, before the frame it belongs to.
 */
const tell = (...words: unknown[]) => {
  const said = words.map(String).join(' ')
  // How a writer numbers its tiles is no damage.
  const level = said.includes('Non conformant codestream') ? undefined : /\[(WARNING|ERROR)\]/.exec(said)?.[1]
  if (level) self.postMessage({ printed: level })
}
for (const level of ['log', 'info', 'warn', 'error'] as const) console[level] = tell
