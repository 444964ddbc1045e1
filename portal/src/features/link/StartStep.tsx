import { openLink } from '@teleward/contract/links/endpoints.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { useT } from '../../i18n/i18n.ts'
import { LinkFrame } from './LinkFrame.tsx'
import { Fault, useStep } from './step.tsx'
import type { LinkState } from './useLink.ts'
import { VisitCard } from './VisitCard.tsx'

/** Looking uses nothing up (a preview in a chat looks, too); the clock stops when a person presses the button. */
export function StartStep({ link, view }: { link: LinkState; view: LinkView }) {
  const t = useT()
  const { run, busy, fault } = useStep()
  const visit = view.visit
  const words =
    view.kind === 'chat' || view.kind === 'authorise' || view.kind === 'form' ? (`link.${view.kind}` as const) : null
  const open = () => run(() => link.act(openLink, {}))
  return (
    <LinkFrame
      link={link}
      foot={
        <button type="button" className="lk-btn" disabled={busy} onClick={open}>
          {t('link.start.go')}
        </button>
      }
    >
      {visit && <p className="lk-hello">{t('link.start.hello', { name: visit.patientName })}</p>}
      <h1>{words ? t(`${words}.startTitle`) : t('link.start.title')}</h1>
      {visit && <VisitCard visit={visit} />}
      <p>{words ? t(`${words}.startText`) : t('link.start.text')}</p>
      {visit && !visit.today && <p className="lk-note warn">{t('link.start.notToday')}</p>}
      <Fault fault={fault} />
      <p className="lk-small">{t('link.start.notYou')}</p>
    </LinkFrame>
  )
}
