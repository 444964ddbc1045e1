import { reviewActions } from '@teleward/contract/registration/rules.ts'
import type { StaffReview } from '@teleward/contract/registration/schema.ts'
import { Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { Decide } from './useDecide.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'

interface Props {
  row: StaffReview | undefined
  decide: Decide
  step: DrawerStep
}

/** The papers side by side with what was typed, and the decision under them. */
export function ReviewDrawer({ row, decide, step }: Props) {
  const t = useT()
  const [zoomed, setZoomed] = useState<string | null>(null)
  if (!row)
    return (
      <DetailDrawer label={t('review.detail')} step={step}>
        <EmptyState title={t('review.empty')} />
      </DetailDrawer>
    )
  const picture = (src: string | null, name: string) => (
    <figure>
      {src ? (
        <button type="button" onClick={() => setZoomed(src)} title={t('review.zoom')}>
          <img src={src} alt={name} />
        </button>
      ) : (
        <div className="none">{t('review.none')}</div>
      )}
      <figcaption>{name}</figcaption>
    </figure>
  )
  const lines = [
    [t('review.account'), row.account],
    [t('review.column.type'), staffTypeText(row.doctortype)],
    [t('review.column.unit'), row.unit && nameOf(row.unit)],
    [
      t('review.number'),
      row.change ? `${row.licenceNumber ?? '–'} → ${row.change.licenceNumber ?? '–'}` : row.licenceNumber,
    ],
    [
      t('review.expires'),
      row.change ? `${row.licenceExpires ?? '–'} → ${row.change.licenceExpires ?? '–'}` : row.licenceExpires,
    ],
  ] as const
  const open = reviewActions.filter((action) => {
    const from = { approve: 'inReview', return: 'inReview', cancel: 'onBoard', reinstate: 'cancelled' } as const
    return from[action] === row.state || (row.change !== null && (action === 'approve' || action === 'return'))
  })
  return (
    <DetailDrawer
      label={t('review.detail')}
      head={<h2 className="f16 b">{nameOf(row)}</h2>}
      step={step}
      footer={
        <div className="row">
          <span className="t3 f13 grow">{open.map((action) => decide.why(row, action)).find(Boolean)}</span>
          {open.toReversed().map((action) => (
            <Button
              key={action}
              kind={
                action === 'approve' || action === 'reinstate' ? 'primary' : action === 'cancel' ? 'bad' : 'default'
              }
              disabled={decide.busy || decide.why(row, action) !== null}
              onClick={() => decide.run(row, action)}
            >
              {t(`review.${action}`)}
            </Button>
          ))}
        </div>
      }
    >
      <div className="reviewpics">
        {row.change ? (
          <>
            {picture(row.licenceImage, t('review.change.old'))}
            {picture(row.change.licenceImage, t('review.change.fresh'))}
          </>
        ) : (
          <>
            {picture(row.photo, t('review.photo'))}
            {picture(row.licenceImage, t('review.licencePicture'))}
          </>
        )}
      </div>
      {row.change && <div className="alert info">{t('review.change.text')}</div>}
      {row.licenceImage && <p className="t3 f13">{t('review.compare')}</p>}
      <dl className="reviewlines">
        {lines.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd className="num">{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {row.state === 'onBoard' && !row.change && row.appointments > 0 && (
        <div className="alert info">{t('review.appointments', { count: row.appointments })}</div>
      )}
      {row.agreement && row.privacy && (
        <p className="t3 f13 num">{t('review.agreements', { agreement: row.agreement, privacy: row.privacy })}</p>
      )}
      <h3 className="f14 b">{t('review.history')}</h3>
      <ol className="reviewpast">
        {row.history.map((one) => (
          <li key={`${one.at}${one.action}`}>
            <span className="num t3">{formatDateTime(one.at)}</span> {t(`review.did.${one.action as 'submit'}`)}
            {one.by && <span className="t2"> · {either(one.by, one.byEn)}</span>}
            {one.reason && <div className="t2">{one.reason}</div>}
          </li>
        ))}
      </ol>
      <Modal open={zoomed !== null} footer={null} width={1000} onCancel={() => setZoomed(null)} title={nameOf(row)}>
        {zoomed && <img className="reviewzoom" src={zoomed} alt={nameOf(row)} />}
      </Modal>
    </DetailDrawer>
  )
}
