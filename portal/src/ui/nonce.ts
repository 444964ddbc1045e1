/** The server puts a fresh one into each page; style sheets written at run time carry it. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
