import { Drawer } from 'antd'
import { type FormEvent, type ReactNode, useId } from 'react'
import { t, useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { useUnsavedGuard } from '../ui/guards.ts'
import { confirmAct } from '../ui/notify.ts'

interface Props {
  open: boolean
  title: string
  /** Something was typed: closing asks first, and a new version waits. */
  dirty: boolean
  busy: boolean
  submit: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
  /** Left of the buttons: the saved state, a warning. */
  footnote?: ReactNode
  width?: number
}

const mayDiscard = () =>
  confirmAct({
    title: t('common.discardTitle'),
    text: t('common.discardText'),
    ok: t('common.discard'),
    cancel: t('common.keepWriting'),
    danger: true,
  })

/** A form beside the page. Enter in a field sends, Enter in an input method does not. */
export function FormDrawer({
  open,
  title,
  dirty,
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
  const close = async () => {
    if (!dirty || (await mayDiscard())) onClose()
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A number that nobody could read (`NumberField`) has its words under it: nothing is sent until it is mended.
    const unread = event.currentTarget.querySelector<HTMLElement>('[data-unread]')
    if (unread) unread.focus()
    else if (!busy) onSubmit()
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
      <form id={id} onSubmit={send} noValidate>
        {children}
      </form>
    </Drawer>
  )
}
