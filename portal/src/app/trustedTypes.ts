interface PolicyRules {
  createHTML: (text: string) => string
}
interface TrustedTypes {
  createPolicy(name: string, rules: PolicyRules): unknown
}

/**
 * Under `require-trusted-types-for 'script'` text becomes markup only through this policy. Style sheets that Ant Design
 * writes at run time pass; anything with a tag in it does not.
 */
export function allowOwnMarkup(): void {
  const types = (window as { trustedTypes?: TrustedTypes }).trustedTypes
  types?.createPolicy('default', {
    createHTML(text) {
      if (/<[a-z!/]/i.test(text)) throw new TypeError('Markup from text is not allowed')
      return text
    },
  })
}
