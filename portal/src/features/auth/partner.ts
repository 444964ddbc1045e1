/** Which institution's welcome to show: the address's, else the one this browser signed in to last. */
export function partnerOfBrowser(asked: string | undefined): number | undefined {
  const text = asked ?? localStorage.getItem('partnerid')
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
