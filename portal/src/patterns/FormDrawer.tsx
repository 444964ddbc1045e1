import { Drawer } from 'antd'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import { mayDiscard, useOpenForm } from '../shell/leaving.ts'
import { Button } from '../ui/Button.tsx'
import { useUnsavedGuard } from '../ui/guards.ts'
import type { Kept } from './keptForm.ts'

interface Props {
  open: boolean
  title: string
  /** Something was typed: closing and going back ask first, and a new version waits. */
  dirty: boolean
  /**
   * What is typed is kept on the device as a draft: once it is on disk, going back and the menu take the form away without a
   * question, and it is there again. Only cancelling discards it.
   */
  kept?: Kept
  /** It was opened by the address: going back takes it away by itself. */
  inAddress?: boolean
  busy: boolean
  submit: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
  /** Left of the buttons: the saved state, a warning. */
  footnote?: ReactNode
  width?: number
}

/** The second click of a worn mouse comes before the button has turned off. */
const BOUNCE_MS = 50

/** A form beside the page. Enter in a field sends, Enter in an input method does not. */
export function FormDrawer({
  open,
  title,
  dirty,
  kept,
  inAddress = false,
  busy,
  submit,
  onSubmit,
  onClose,
  children,
  footnote,
  width = 480,
}: Props) {
  const t = useT()
  const id = useId()
  useUnsavedGuard('draft', open && dirty)
  useOpenForm(open, {
    dirty: dirty && !kept?.safe,
    sending: busy,
    ...(inAddress ? { inAddress } : { close: onClose }),
  })
  const sent = useRef(false)
  useEffect(() => {
    if (!busy) sent.current = false
  }, [busy])
  const close = async () => {
    if (dirty && !(await mayDiscard())) return
    kept?.clear()
    onClose()
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A number that nobody could read (`NumberField`) has its words under it: nothing is sent until it is mended.
    const unread = event.currentTarget.querySelector<HTMLElement>('[data-unread]')
    if (unread) return unread.focus()
    if (busy || sent.current) return
    sent.current = true
    setTimeout(() => {
      sent.current = false
    }, BOUNCE_MS)
    onSubmit()
  }
  return (
    <Drawer
      open={open}
      title={title}
      size={width}
      onClose={() => void close()}
      destroyOnHidden
      footer={
        <div className="row">
          <span className="grow">{footnote}</span>
          <Button onClick={() => void close()}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} loading={busy}>
            {submit}
          </Button>
        </div>
      }
    >
      {/* Whoever types again means the next Enter: what was refused on the page has had no answer that would end the bounce. */}
      <form
        id={id}
        onSubmit={send}
        onInput={() => {
          sent.current = false
        }}
        noValidate
      >
        {kept?.restored && (
          <div className="alert info keptbefore" role="status">
            <span className="grow">{t('common.keptBefore')}</span>
            <Button size="sm" onClick={kept.anew}>
              {t('common.startAnew')}
            </Button>
          </div>
        )}
        {children}
      </form>
    </Drawer>
  )
}
