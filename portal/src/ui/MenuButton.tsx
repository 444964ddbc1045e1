import { CheckOutlined } from '@ant-design/icons'
import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

export interface MenuItem {
  key: string
  label: ReactNode
  icon?: ReactNode
  /** Marks the one in force; a group of such items is a choice. */
  checked?: boolean
  danger?: boolean
  /** Shown, and not to be picked; the label says why. */
  disabled?: boolean
  /** A line above it. */
  divided?: boolean
  hint?: ReactNode
  onPick: () => void
}

interface Props {
  /** What the button shows. */
  children: ReactNode
  className?: string
  label: string
  items: readonly MenuItem[]
  /** Above the items: who is signed in, an explanation. */
  head?: ReactNode
  align?: 'start' | 'end'
  title?: string
  /** Called when the menu opens, to look up what it shows. */
  onOpen?: () => void
}

const step = (items: readonly HTMLElement[], from: Element | null, by: number) => {
  const at = items.indexOf(from as HTMLElement)
  return items[(at + by + items.length) % items.length]
}

const GAP = 6

/** Below the button, or above it where there is no room; fixed, so that no scrolling box cuts it off. */
function placeAt(button: HTMLElement, menu: HTMLElement, align: 'start' | 'end'): CSSProperties {
  const at = button.getBoundingClientRect()
  const below = at.bottom + GAP + menu.offsetHeight <= window.innerHeight || at.top < menu.offsetHeight
  return {
    ...(below ? { top: at.bottom + GAP } : { bottom: window.innerHeight - at.top + GAP }),
    ...(align === 'end' ? { right: Math.max(8, window.innerWidth - at.right) } : { left: Math.max(8, at.left) }),
  }
}

/** A button that opens a menu. Arrows move, Enter picks, Esc and a click outside close. */
export function MenuButton({ children, className = '', label, items, head, align = 'end', title, onOpen }: Props) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties>({ visibility: 'hidden' })
  const id = useId()

  useLayoutEffect(() => {
    if (open && button.current && menu.current) setPlace(placeAt(button.current, menu.current, align))
  }, [open, align])
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    const gone = () => setOpen(false)
    // What scrolled before is told of after the click that opened it: only a button that moves takes its menu along.
    const at = button.current?.getBoundingClientRect()
    const scrolled = (event: Event) => {
      const now = button.current?.getBoundingClientRect()
      if (!at || !now || Math.abs(now.top - at.top) > 1 || Math.abs(now.left - at.left) > 1) outside(event)
    }
    document.addEventListener('pointerdown', outside)
    window.addEventListener('resize', gone)
    document.addEventListener('scroll', scrolled, true)
    const entries = box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]')
    const first = [...(entries ?? [])].find((entry) => entry.getAttribute('aria-checked') === 'true') ?? entries?.[0]
    first?.focus({ preventScroll: true })
    return () => {
      document.removeEventListener('pointerdown', outside)
      window.removeEventListener('resize', gone)
      document.removeEventListener('scroll', scrolled, true)
    }
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    const entries = [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    if (event.key === 'ArrowDown') step(entries, document.activeElement, 1)?.focus()
    else if (event.key === 'ArrowUp') step(entries, document.activeElement, -1)?.focus()
    else if (event.key === 'Home') entries[0]?.focus()
    else if (event.key === 'End') entries.at(-1)?.focus()
    else if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the menu inside.
    <div className="menubox" ref={box} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={title ?? label}
        onClick={() => {
          if (!open) onOpen?.()
          setOpen(!open)
        }}
      >
        {children}
      </button>
      {open && (
        <div className="menupop" ref={menu} style={place}>
          {head && <div className="menuhead">{head}</div>}
          <div role="menu" id={id} aria-label={label}>
            {items.map((item) => (
              <Fragment key={item.key}>
                {item.divided && <hr />}
                {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role with a choice is menuitemradio. */}
                <button
                  type="button"
                  tabIndex={-1}
                  role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                  aria-checked={item.checked}
                  aria-disabled={item.disabled}
                  className={item.danger ? 'c-bad' : ''}
                  onClick={() => {
                    if (item.disabled) return
                    close()
                    item.onPick()
                  }}
                >
                  <span className="ic">{item.icon}</span>
                  <span className="grow">{item.label}</span>
                  {item.hint && <span className="t3 f12">{item.hint}</span>}
                  {item.checked && <CheckOutlined className="c-pri" />}
                </button>
              </Fragment>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
