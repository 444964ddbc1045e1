import type { ReactNode } from 'react'

/** How long a notification stays, in seconds (SHELL-13). A pointer over it holds it. */
export const NOTIFY_SECONDS = { normal: 5, store: 8, measurement: 3, joinedRoom: 8, family: 8, untilClosed: 0 } as const

export interface Notice {
  kind: 'ok' | 'info' | 'warn' | 'bad'
  title: string
  text?: ReactNode
  /** One thing to do about it: undo, call back, reload. */
  action?: { label: string; run: () => void }
  lasts?: keyof typeof NOTIFY_SECONDS
  /** The same key replaces the earlier one instead of stacking. */
  key?: string
  /** Also goes to the bell's list, with what opens on a click. */
  keep?: { open?: () => void }
}

/** `false`: until somebody closes it. */
export const secondsOf = (notice: Pick<Notice, 'lasts'>): number | false =>
  NOTIFY_SECONDS[notice.lasts ?? 'normal'] || false

export interface Question {
  title: string
  /** What will happen. */
  text: ReactNode
  ok: string
  cancel: string
  danger?: boolean
}

interface Desk {
  show(notice: Notice): void
  close(key: string): void
  ask(question: Question): Promise<boolean>
}

let desk: Desk | null = null
const waiting: Notice[] = []
const questions: { question: Question; answer: (yes: boolean) => void }[] = []

/** The host component hands itself in here; what was said before it was there is said now. */
export function registerDesk(next: Desk | null): void {
  desk = next
  if (!next) return
  for (const notice of waiting.splice(0)) next.show(notice)
  for (const { question, answer } of questions.splice(0)) void next.ask(question).then(answer)
}

/** Says something at the edge of the screen. From anywhere, also outside components. */
export function notify(notice: Notice): void {
  if (notice.keep) rememberAlert(notice)
  if (desk) desk.show(notice)
  else waiting.push(notice)
}
export const closeNotice = (key: string): void => desk?.close(key)

/** Asks once, before an act that cannot be undone. */
export function confirmAct(question: Question): Promise<boolean> {
  if (desk) return desk.ask(question)
  return new Promise((answer) => questions.push({ question, answer }))
}

/** What the bell lists: the alerts of this tab, newest first. */
export interface Alert {
  id: number
  kind: Notice['kind']
  title: string
  text?: ReactNode
  at: number
  open?: () => void
  seen: boolean
}
const MAX_ALERTS = 50
let alerts: readonly Alert[] = []
let nextId = 1
const listeners = new Set<() => void>()
function setAlerts(next: readonly Alert[]): void {
  alerts = next
  for (const listener of listeners) listener()
}
function rememberAlert({ kind, title, text, keep }: Notice): void {
  const alert: Alert = { id: nextId++, kind, title, text, at: Date.now(), open: keep?.open, seen: false }
  setAlerts([alert, ...alerts].slice(0, MAX_ALERTS))
}
export const alertStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  get: () => alerts,
  markSeen: () => setAlerts(alerts.map((alert) => ({ ...alert, seen: true }))),
  clear: () => setAlerts([]),
}
