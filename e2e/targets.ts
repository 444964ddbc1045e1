export interface Targets {
  measured: number
  /** Too small, and too near to another one (WCAG 2.5.8). */
  small: string[]
}

/**
 * Measures everything that can be clicked: at least 24 by 24 px, or so far from the others that a circle of 24 px around
 * its middle meets no other target and no other such circle. Links within a sentence may be as high as their line.
 * Runs in the page.
 */
export function targetsIn(): Targets {
  const MIN = 24
  const WHAT =
    'a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role^=menuitem],[role=tab],[role=option],[role=checkbox],[role=radio],[role=switch],[role=combobox],[tabindex]:not([tabindex="-1"])'
  const modal = [...document.querySelectorAll('dialog:modal,[aria-modal="true"]')].filter((one) =>
    one.checkVisibility(),
  )
  const scope = modal.at(-1) ?? document
  const seen = (node: Element) => {
    const { width, height } = node.getBoundingClientRect()
    return width > 0 && height > 0 && node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const under = (box: DOMRect) => box.width < MIN - 0.5 || box.height < MIN - 0.5
  /** A control that fills a larger one is as large as that, and a box or a circle to tick as large as its label. */
  const boxOf = (node: Element) => {
    const own = (node.closest('.ant-select,.ant-picker,.ant-input-affix-wrapper') ?? node).getBoundingClientRect()
    if (!(node instanceof HTMLInputElement) || !under(own)) return own
    const label = node.closest('label') ?? [...(node.labels ?? [])].find(seen)
    return label?.getBoundingClientRect() ?? own
  }
  const inSentence = (node: Element) =>
    getComputedStyle(node).display === 'inline' &&
    [...(node.parentElement?.childNodes ?? [])].some((one) => one.nodeType === 3 && one.textContent?.trim())
  const all = [...scope.querySelectorAll(WHAT)]
    .filter(
      (node) =>
        seen(node) ||
        (node instanceof HTMLInputElement && node.closest('label') && seen(node.closest('label') as Element)),
    )
    .filter((node) => !node.closest('[inert],[aria-hidden=true],.sr,.skip'))
    .map((node) => ({ node, box: boxOf(node) }))
  const small = all
    .filter(({ node, box }) => under(box) && !inSentence(node))
    .filter((one) => {
      const x = one.box.x + one.box.width / 2
      const y = one.box.y + one.box.height / 2
      return all.some((other) => {
        if (other.node === one.node || other.node.contains(one.node) || one.node.contains(other.node)) return false
        if (under(other.box)) {
          const dx = other.box.x + other.box.width / 2 - x
          const dy = other.box.y + other.box.height / 2 - y
          return Math.hypot(dx, dy) < MIN
        }
        const dx = Math.max(other.box.left - x, 0, x - other.box.right)
        const dy = Math.max(other.box.top - y, 0, y - other.box.bottom)
        return Math.hypot(dx, dy) < MIN / 2
      })
    })
  const told = small.map(({ node, box }) => {
    const name = node.getAttribute('aria-label') ?? node.textContent?.trim().slice(0, 20) ?? ''
    return `${node.tagName.toLowerCase()}.${node.className} “${name}” ${Math.round(box.width)}×${Math.round(box.height)}`
  })
  return { measured: all.length, small: told }
}
