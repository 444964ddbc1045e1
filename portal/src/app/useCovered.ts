import { useEffect } from 'react'

let covers = 0

/** While something opaque lies over the page: what is beneath can be neither tabbed to nor read aloud. */
export function useCovered(covered: boolean): void {
  useEffect(() => {
    if (!covered) return
    const page = document.getElementById('root')
    covers += 1
    page?.toggleAttribute('inert', true)
    return () => {
      covers -= 1
      page?.toggleAttribute('inert', covers > 0)
    }
  }, [covered])
}
