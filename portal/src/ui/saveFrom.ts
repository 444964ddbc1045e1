/** Hands what lies at an address to the browser's downloads; without a name under the one that comes with it. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
