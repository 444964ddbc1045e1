import { useState } from 'react'
import { readCookie, writeCookie } from '../../lib/cookies.ts'

/** Larger text on all of the patient's pages, the call among them; kept in this browser. */
export function useLarge(): [boolean, () => void] {
  const [large, setLarge] = useState(() => readCookie('tw_large') === '1')
  const resize = () => {
    writeCookie('tw_large', large ? '0' : '1')
    setLarge(!large)
  }
  return [large, resize]
}
