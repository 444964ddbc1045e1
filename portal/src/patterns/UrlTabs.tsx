import type { ReactNode } from 'react'

interface Tab<Key extends string> {
  key: Key
  name: string
  /** Beside the name: how many there are. */
  aside?: ReactNode
  /** What it says to whoever cannot see the number's place. */
  label?: string
}
interface Props<Key extends string> {
  /** What the tabs are of. */
  label: string
  tabs: readonly Tab<Key>[]
  tab: string
  onTab: (tab: Key) => void
  /** Where they stand in the address. */
  parameter?: string
}

/** Where the row is wider than its place, the tab that is open stands in the middle of it. */
function showTab(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (tab && row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

/** The parts of a screen, each with an address of its own: a click with a held key opens it in a tab of the browser. */
export function UrlTabs<Key extends string>({ label, tabs, tab, onTab, parameter = 'tab' }: Props<Key>) {
  return (
    <div className="tabs" role="tablist" aria-label={label}>
      {tabs.map((one) => (
        <a
          key={one.key}
          ref={one.key === tab ? showTab : undefined}
          href={`?${parameter}=${one.key}`}
          role="tab"
          aria-selected={one.key === tab}
          aria-label={one.label}
          className={one.key === tab ? 'on' : ''}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return
            event.preventDefault()
            onTab(one.key)
          }}
        >
          {one.name}
          {one.aside}
        </a>
      ))}
    </div>
  )
}
