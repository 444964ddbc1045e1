import { QrcodeOutlined, SendOutlined } from '@ant-design/icons'
import { rxLive } from '@teleward/contract/emr/rx-rules.ts'
import type { RxSending } from '@teleward/contract/emr/rx-schema.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { useRight } from '../../api/me.ts'
import { t } from '../../i18n/i18n.ts'
import { RxGiven, RxRefills, RxStateTag, RxSteps } from '../../patterns/prescriptions/RxState.tsx'
import type { SayingAction } from '../../patterns/prescriptions/RxStepDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'

const PharmacyDrawer = lazy(() => import('./PharmacyDrawer.tsx').then((one) => ({ default: one.PharmacyDrawer })))
const RxPaper = lazy(() => import('./RxPaper.tsx').then((one) => ({ default: one.RxPaper })))
const RxStepDialog = lazy(() =>
  import('../../patterns/prescriptions/RxStepDialog.tsx').then((one) => ({ default: one.RxStepDialog })),
)

interface Props {
  note: Note
  sendings: readonly RxSending[]
  /** The reader wrote it. */
  own: boolean
}
const isLive = ({ state }: RxSending) => (rxLive as readonly string[]).includes(state)

/** Under a signed prescription: its pharmacy and what became of it there. */
export function RxFoot({ note, sendings, own }: Props) {
  const prescribes = useRight('prescription.write') === 'y' && own
  const [open, setOpen] = useState<'pharmacy' | 'paper' | null>(null)
  const [step, setStep] = useState<{ id: string; action: SayingAction } | null>(null)
  const mine = sendings.filter(({ noteId }) => noteId === note.id)
  const live = mine.find(isLive)
  const last = live ?? mine[0]
  const sends = prescribes && (!live || live.state === 'returned')
  const act = (action: SayingAction) => live && setStep({ id: live.id, action })
  // As it stands now: it may have taken a step at the other end since.
  const stepped = mine.find(({ id }) => id === step?.id)
  return (
    <div className="rxfoot">
      {note.refill && (
        <p className="f13 num">
          {t('rx.refill.says', { times: note.refill.times, until: formatDate(note.refill.until) })}
        </p>
      )}
      {last && (
        <div className="f13">
          <RxStateTag row={last} /> <b>{last.pharmacy.name}</b> {last.pharmacy.phone}{' '}
          <span className="t3 code">{last.number}</span> <RxRefills row={last} />
          {last.dispensings.length > 0 && <RxGiven row={last} />}
          <RxSteps row={last} />
        </div>
      )}
      <div className="row">
        {sends && (
          <Button size="sm" kind="primary" icon={<SendOutlined />} onClick={() => setOpen('pharmacy')}>
            {t(live ? 'rx.sendNew' : last ? 'rx.sendAgain' : 'rx.send')}
          </Button>
        )}
        {prescribes && live?.state === 'returned' && (
          <Button size="sm" onClick={() => act('answer')}>
            {t('rx.act.answer')}
          </Button>
        )}
        <Button size="sm" icon={<QrcodeOutlined />} onClick={() => setOpen('paper')}>
          {t('rx.paper')}
        </Button>
        {prescribes && live && live.state !== 'dispensed' && (
          <Button size="sm" kind="bad" onClick={() => act('cancel')}>
            {t('rx.act.cancel')}
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        {open === 'pharmacy' && <PharmacyDrawer note={note} replaces={live} onClose={() => setOpen(null)} />}
        {open === 'paper' && <RxPaper note={note} onClose={() => setOpen(null)} />}
        {step && stepped && <RxStepDialog row={stepped} action={step.action} onClose={() => setStep(null)} />}
      </Suspense>
    </div>
  )
}
