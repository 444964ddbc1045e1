import { giveConsents } from '@teleward/contract/links/endpoints.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { ConsentBox } from './ConsentBox.tsx'
import { LinkFrame } from './LinkFrame.tsx'
import { Fault, useStep } from './step.tsx'
import type { LinkState } from './useLink.ts'

const kinds = ['consultation', 'recording', 'record'] as const

/** Three questions, each apart; none is ticked for the patient. */
export function ConsentStep({
  link,
  view,
  progress,
}: {
  link: LinkState
  view: LinkView
  progress: number | undefined
}) {
  const t = useT()
  const { run, busy, fault } = useStep()
  const [left, setLeft] = useState(false)
  const [given, setGiven] = useState(() => ({
    consultation: view.consents?.consultation === 'agreed',
    recording: view.consents?.recording === 'agreed',
    record: view.consents?.record === 'agreed',
  }))
  const send = () => run(() => link.act(giveConsents, { body: { ...given, texts: view.texts } }))
  return (
    <LinkFrame
      link={link}
      progress={progress}
      foot={
        <>
          <button type="button" className="lk-btn" disabled={busy || !given.consultation} onClick={send}>
            {t('link.consent.agree')}
          </button>
          <button type="button" className="lk-btn sec" onClick={() => setLeft(true)}>
            {t('link.consent.leave')}
          </button>
        </>
      }
    >
      <h1>{t('link.consent.title')}</h1>
      {kinds.map((kind) => (
        <ConsentBox
          key={kind}
          given={given[kind]}
          title={
            <>
              {t(`link.consent.${kind}`)}{' '}
              <i>{t(kind === 'consultation' ? 'link.consent.required' : 'link.consent.optional')}</i>
            </>
          }
          text={t(`link.consent.${kind}Text`)}
          onChange={(now) => setGiven({ ...given, [kind]: now })}
        />
      ))}
      {left && (
        <p className="lk-note info" role="status">
          {t('link.consent.needed')}
        </p>
      )}
      <Fault fault={fault} />
    </LinkFrame>
  )
}
