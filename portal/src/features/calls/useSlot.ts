import { useEffect, useState } from 'react'

/** The frame's element of this id: it may come after this component, and go with a change of layout. */
export function useSlot(id: string): HTMLElement | null {
  const [slot, setSlot] = useState<HTMLElement | null>(() => document.getElementById(id))
  useEffect(() => {
    const look = () => setSlot(document.getElementById(id))
    look()
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [id])
  return slot
}
