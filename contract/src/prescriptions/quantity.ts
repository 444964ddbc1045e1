import { toHalfWidth } from '../core/text.ts'

const HAN = '零一二三四五六七八九十'
/** Halves, thirds and quarters are doses; `5/20` is a combination, and `1/0` nothing. */
export function readNumber(text: string): number | null {
  if (text === '半') return 0.5
  if (text === '兩') return 2
  if (text.length === 1 && HAN.includes(text)) return HAN.indexOf(text)
  const part = /^(\d+)\/(\d+)$/.exec(text)
  if (part) {
    const [over, under] = [Number(part[1]), Number(part[2])]
    return over > 0 && over < under && [2, 3, 4, 8].includes(under) ? over / under : null
  }
  return /^(\d+(\.\d+)?|\.\d+)$/.test(text) ? Number(text) : null
}

/** `0,5` is a half; `1,000` may be a thousand or one, and is left as it is: nobody understands it, and it is asked about. */
export const withPoint = (token: string) =>
  token.replace(/^(\d+),(\d+)(?=\D*$)/, (all, whole: string, rest: string) =>
    rest.length === 3 && whole !== '0' ? all : `${whole}.${rest}`,
  )

/**
 * A quantity as somebody typed it into a field: full width and half, a decimal comma, a fraction. Null where nothing stands,
 * `NaN` where it is no plain number (`1e3`, `0x10`, `1-2`): that is asked about, never computed with.
 */
export function readQuantity(text: string): number | null {
  const typed = withPoint(toHalfWidth(text).trim())
  return typed === '' ? null : (readNumber(typed) ?? Number.NaN)
}
