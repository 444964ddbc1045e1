import { useEffect, useState } from 'react'
import type { Me } from '../api/me.ts'

/** May the pages be shown? Not before a second factor that is demanded is set up; what was open when it came to be, stays. */
export function useBegun(me: Me | undefined): boolean {
  const [begun, setBegun] = useState(false)
  const open = me !== undefined && !me.secondStepMissing
  useEffect(() => {
    if (open) setBegun(true)
  }, [open])
  return begun || open
}
