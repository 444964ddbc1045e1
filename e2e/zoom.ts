import type { Page } from '@playwright/test'

const CONTROLS =
  'a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=tab],[role=combobox],[tabindex="0"]'

/** What stands on the page by name: controls, headings and labels. Runs at each size, to be compared. */
export const named = (page: Page, within: string): Promise<string[]> =>
  page.locator(within).evaluate((scope, what) => {
    const all = [...scope.querySelectorAll<HTMLElement>(`${what},h1,h2,h3,legend`)]
    const names = all
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
      .map((one) => {
        const labels = one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.labels : null
        const said = one.getAttribute('aria-label') || labels?.[0]?.textContent || one.textContent
        // Minutes pass while one size is compared with another: what is told in figures is told, whichever they are.
        return said.replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '0').trim()
      })
    return [...new Set(names)].filter(Boolean)
  }, CONTROLS)

/**
 * Whoever has zoomed in scrolls down, and only down. Each control is looked for so: it must come to a place in the
 * window where a click would meet it, without a sideways move and without moving a box that people cannot scroll.
 */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate((what) => {
    const told: string[] = []
    const frozen = (style: string) => style === 'hidden' || style === 'clip'
    for (const one of document.querySelectorAll<HTMLElement>(what)) {
      if (one.closest('[inert],[aria-hidden=true],.sr,.skip') || one.matches(':disabled')) continue
      // A field that is drawn by its label, or by the box around it, is met there.
      const label = one instanceof HTMLInputElement ? (one.closest('label') ?? one.labels?.[0]) : null
      const small = one.getBoundingClientRect().width < 3
      const target = label && (small || !one.checkVisibility({ opacityProperty: true })) ? label : one
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (target.getBoundingClientRect().width === 0) continue
      // A row of phrases shows as many as fit: the button behind it leads to all of them.
      if (one.tabIndex < 0 && one.closest('.words .fit')) continue
      const name = `${one.tagName.toLowerCase()}.${one.className} “${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 24)}”`
      target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      for (let box = target.parentElement; box; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        if (frozen(overflowX)) box.scrollLeft = 0
        if (frozen(overflowY)) box.scrollTop = 0
      }
      const { left, top, right, width, height } = target.getBoundingClientRect()
      if (left < -1 || right > window.innerWidth + 1) told.push(`${name} reaches from ${left} to ${right}`)
      // A large one (a row, a text field) by its upper part.
      const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 24))
      if (!hit || !(target.contains(hit) || hit.contains(target) || hit.closest('label') === target))
        told.push(`${name} lies under ${hit ? `${hit.tagName.toLowerCase()}.${hit.className}` : 'nothing'}`)
    }
    return told
  }, CONTROLS)

/** Texts that are cut off at the side, without the three dots that say so. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => !one.closest('.sr,.skip,[aria-hidden=true],option,.ant-typography-copy'))
      .filter((one) => {
        const { overflowX, textOverflow, clipPath, display } = getComputedStyle(one)
        if (clipPath !== 'none' || display === 'inline' || textOverflow === 'ellipsis') return false
        return one.clientWidth > 2 && one.scrollWidth > one.clientWidth + 1 && overflowX !== 'auto'
      })
      .map((one) => `${one.tagName.toLowerCase()}.${one.className} “${one.textContent.trim().slice(0, 30)}”`),
  )
