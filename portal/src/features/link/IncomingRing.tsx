import { ClockCircleOutlined, PhoneFilled } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { useNow } from '../../ui/format.ts'

interface Props {
  name: string
  until: string
  busy: boolean
  onAnswer: () => void
  onReject: () => void
}

/** The doctor is here: the whole screen, two large buttons. */
export function IncomingRing({ name, until, busy, onAnswer, onReject }: Props) {
  const t = useT()
  const answer = useRef<HTMLButtonElement>(null)
  useEffect(() => answer.current?.focus(), [])
  const left = Math.max(0, Math.ceil((Date.parse(until) - useNow()) / 1000))
  return (
    <main className="lk lk-ring">
      <div role="alertdialog" aria-label={t('link.ring.incoming', { name })}>
        <span className="av a xl" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
        <h1 aria-live="assertive">{t('link.ring.incoming', { name })}</h1>
        <p>
          {t('link.ring.sub')}　{t('link.wait.ringingLeft', { count: left })}
        </p>
        <div className="lk-ringbtns">
          <button type="button" className="later" disabled={busy} onClick={onReject}>
            <ClockCircleOutlined aria-hidden="true" />
            <span>{t('link.ring.reject')}</span>
          </button>
          <button type="button" className="take" ref={answer} disabled={busy} onClick={onAnswer}>
            <PhoneFilled aria-hidden="true" />
            <span>{t('link.ring.answer')}</span>
          </button>
        </div>
      </div>
    </main>
  )
}
