import { useEffect, useRef } from 'react'
import { t } from '../i18n/i18n.ts'
import { confirmAct } from '../ui/notify.ts'
import { router } from './navigation.ts'

/** A form whose text is on the page and nowhere else; one that is kept on the device as a draft is none. */
export interface OpenForm {
  /** Something was typed. */
  dirty: boolean
  /** It is on its way: what the answer leads to is no leaving. */
  sending?: boolean
  /** A form beside its page: going back closes it, and leads nowhere. */
  close?: () => void
  /** It was opened by the address, which going back takes away with it. */
  inAddress?: boolean
}

/** Each tells how it is now; the last one opened is the last. */
let forms: readonly (() => OpenForm)[] = []
let release: (() => void) | undefined
let asking = false
/** The way back was pressed once more while the question stood, and has been undone with it. */
let undone = false

/** Asks whether what was typed may go: by the X, by the way back, by the menu in the same words. */
export async function mayDiscard(): Promise<boolean> {
  asking = true
  try {
    return await confirmAct({
      title: t('common.discardTitle'),
      text: t('common.discardText'),
      ok: t('common.discard'),
      cancel: t('common.keepWriting'),
      danger: true,
    })
  } finally {
    asking = false
  }
}

const unsent = ({ dirty, sending }: OpenForm) => dirty && !sending

/** For what takes a form away on its own page: another row, another unit. */
export const mayLeave = async (): Promise<boolean> => !forms.some((form) => unsent(form())) || mayDiscard()

/** The page belongs to somebody else from here on, or to nobody: nothing of it is asked about. */
export function letGo(): void {
  forms = []
  release?.()
  release = undefined
}

interface Way {
  currentLocation: { pathname: string }
  nextLocation: { pathname: string }
  action: 'PUSH' | 'REPLACE' | 'BACK' | 'FORWARD' | 'GO'
}
/** Is this way barred? Of the router's history, which puts the address back where it is. */
export async function bars({ currentLocation, nextLocation, action }: Way): Promise<boolean> {
  const walked = action !== 'PUSH' && action !== 'REPLACE'
  if (asking) {
    undone ||= walked
    return true
  }
  undone = false
  const top = forms.map((form) => form()).findLast(({ close, inAddress }) => close || inAddress)
  if (action === 'BACK' && top?.close) {
    const { close, dirty } = top
    if (dirty && !(await mayDiscard())) return !undone
    if (undone) close()
    // Only once the address is back: what is closed may change it.
    else addEventListener('popstate', () => close(), { once: true })
    return !undone
  }
  const within = nextLocation.pathname === currentLocation.pathname && !(walked && top?.inAddress)
  // Within the page nothing goes; a session that is over takes everything with it, and leads to the pages before it.
  if (within || nextLocation.pathname.startsWith('/pages/')) return false
  if (await mayLeave()) return false
  return !(walked && undone)
}

/** Holds the way back, the menu and the closing of the page until the returned function is called. */
export function holdForm(form: () => OpenForm): () => void {
  forms = [...forms, form]
  release ??= router.history.block({
    blockerFn: bars,
    enableBeforeUnload: () => forms.some((one) => one().dirty),
  })
  return () => {
    forms = forms.filter((one) => one !== form)
    if (forms.length > 0) return
    release?.()
    release = undefined
  }
}

/** Holds while `open`; in the component that has the form. */
export function useOpenForm(open: boolean, form: OpenForm): void {
  const now = useRef(form)
  useEffect(() => {
    now.current = form
  })
  useEffect(() => (open ? holdForm(() => now.current) : undefined), [open])
}
