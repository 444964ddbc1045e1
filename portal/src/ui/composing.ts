interface Key {
  isComposing: boolean
  keyCode: number
}

/**
 * A key that belongs to an input method: its Enter takes over a character, and is no command. Most browsers tell of the key
 * first and of the end of the composition after it (`isComposing`). Safari ends the composition first: then only the code 229,
 * which a key under an input method has, says so.
 */
export function composing(event: Key | { nativeEvent: Key }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  return key.isComposing || key.keyCode === 229
}

/** For `onPressEnter` of Ant Design's fields, which knows the first of the two orders alone. */
export const onEnter =
  (run: () => void) =>
  (event: Key | { nativeEvent: Key }): void => {
    if (!composing(event)) run()
  }
