import { useLayoutEffect, useRef } from 'react'
import { composing } from './composing.ts'
import { readCookie, writeCookie } from '../lib/cookies.ts'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/useStore.ts'

/**
 * Keys of the keyboard. `keys` is one of
 * - a letter or name as the browser reports it: `j`, `/`, `?`, `Enter`, `Escape`; the bar is `Space`; a letter with Shift: `Shift+M`;
 * - two letters one after the other: `g h`;
 * - `Alt+P`: by the key's place, so that it holds on macOS and under an input method;
 * - `Mod+K`: Ctrl, or ⌘ on Apple machines.
 * Single letters sleep in fields and input methods, and can be switched off as a whole.
 */
export interface KeyBinding {
  keys: string
  /** What it does, for the list of keys. */
  label: string
  run: (event: KeyboardEvent) => void
  /** `here`: belongs to the open screen; `everywhere`: to the frame. */
  scope?: 'here' | 'everywhere'
  /** Escape and the like also answer while a field has the focus. */
  inFields?: boolean
  /** A key that is held down does it once. */
  once?: boolean
}

const bindings = new Set<readonly KeyBinding[]>()
const all = createStore<readonly KeyBinding[]>([])
const singleKeys = createStore(readCookie('tw_keys') !== 'off')
let pending = ''
let pendingTimer: ReturnType<typeof setTimeout> | undefined
const SEQUENCE_MS = 1200

const changed = () => all.set([...bindings].flat())

export function setSingleKeys(on: boolean): void {
  writeCookie('tw_keys', on ? 'on' : 'off')
  singleKeys.set(on)
}
export const useSingleKeys = () => useStore(singleKeys)
export const useAllKeys = () => useStore(all)

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button|submit)$/.test(target.type))

/** A button or link with the focus keeps its own Enter and space; a box its space. */
const ownsEnter = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('a,button,[role=button],[role=menuitem],[role=option]') !== null
const ownsSpace = (target: EventTarget | null) => ownsEnter(target) || target instanceof HTMLInputElement

function spelled(event: KeyboardEvent): string | null {
  if (event.altKey && !event.ctrlKey && !event.metaKey) {
    const place = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1]
    return place ? `Alt+${place}` : null
  }
  if (event.ctrlKey || event.metaKey) return `Mod+${event.key.toUpperCase()}`
  // A letter is itself under caps lock too; with Shift it is another key. Signs (`?`) are what they come to.
  if (/^[a-z]$/i.test(event.key)) return event.shiftKey ? `Shift+${event.key.toUpperCase()}` : event.key.toLowerCase()
  return event.key === ' ' ? 'Space' : event.key
}

/** While a dialog is open, its own keys hold and no others: Esc closes it, not the drawer below. */
const dialogOpen = () =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => dialog.checkVisibility())

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || composing(event)) return
  const key = spelled(event)
  if (!key) return
  const withModifier = key.startsWith('Alt+') || key.startsWith('Mod+')
  const inField = isField(event.target)
  const single = !withModifier && /^(?:Shift\+)?.$/u.test(key)
  if (single && (!singleKeys.get() || inField)) return
  if (key === 'Enter' && ownsEnter(event.target)) return
  if (key === 'Space' && ownsSpace(event.target)) return
  const sequence = pending && single ? `${pending} ${key}` : key
  pending = ''
  clearTimeout(pendingTimer)
  // The newest binding wins: a drawer over a list, a dialog over a drawer.
  const found = all.get().findLast((one) => one.keys === sequence && (!inField || withModifier || one.inFields))
  if (found && dialogOpen()) return
  if (found) {
    event.preventDefault()
    if (!(found.once && event.repeat)) found.run(event)
  } else if (single && all.get().some((one) => one.keys.startsWith(`${key} `))) {
    pending = key
    pendingTimer = setTimeout(() => {
      pending = ''
    }, SEQUENCE_MS)
  }
}
if (typeof document !== 'undefined') document.addEventListener('keydown', onKeyDown)

/** Binds keys until they are let go of again. */
export function bindKeys(entry: readonly KeyBinding[]): () => void {
  bindings.add(entry)
  changed()
  return () => {
    bindings.delete(entry)
    changed()
  }
}

/** Binds keys while the component is there. The bindings may be new objects at each render. */
export function useKeys(keys: readonly KeyBinding[], active = true): void {
  const latest = useRef(keys)
  latest.current = keys
  const shape = keys.map((one) => `${one.keys}|${one.label}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says when the set of keys or their texts changed.
  useLayoutEffect(() => {
    if (!active) return
    const entry = latest.current.map((one, index) => ({
      ...one,
      run: (event: KeyboardEvent) => latest.current[index]?.run(event),
    }))
    return bindKeys(entry)
  }, [shape, active])
}
