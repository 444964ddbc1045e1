import { useEffect } from 'react'

/** The tab's title; the product's name follows. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Teleward` : 'Teleward'
  }, [title])
}
