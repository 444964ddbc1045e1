/** Keys are made by the server alone: words of letters, digits and dashes, one extension. Nothing else reaches a path. */
const KEY = /^[a-z0-9-]{1,64}(?:\/[a-z0-9-]{1,64}){1,4}\.[a-z0-9]{1,5}$/
export function refuseKey(key: string): void {
  if (!KEY.test(key)) throw new Error('a storage key of an unknown form')
}
