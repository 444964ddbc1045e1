import { WarningOutlined } from '@ant-design/icons'
import type { RxSending } from '@teleward/contract/emr/rx-schema.ts'
import { language, useT } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { RxGiven, RxRefills, RxStateTag, RxSteps } from '../../patterns/prescriptions/RxState.tsx'
import type { SayingAction } from '../../patterns/prescriptions/RxStepDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { ageAndSex } from '../../ui/person.ts'
import { amountsText } from '../../patterns/prescriptions/amounts.ts'
import { EmptyState } from '../../ui/states.tsx'

interface Props {
  row: RxSending | undefined
  move: DrawerStep
  may(row: RxSending, action: SayingAction | 'take' | 'dispense'): boolean
  take(row: RxSending): void
  ask(row: RxSending, action: SayingAction): void
  fill(row: RxSending): void
  busy: boolean
}

/** What nobody knows is no less a warning than what is known. */
const ALLERGY_LOOKS = { known: 'c-bad b', closed: 'c-warn b', notAsked: 'c-warn b', noneKnown: '' } as const

/** A prescription as its pharmacy needs it: whose, what, what speaks against it, and what was said about it. */
export function RxDetail({ row, move, may, take, ask, fill, busy }: Props) {
  const t = useT()
  if (!row)
    return (
      <DetailDrawer label={t('rx.list.detail')} step={move} plain>
        <EmptyState title={t('rx.list.gone')} />
      </DetailDrawer>
    )
  const { patient, content } = row
  return (
    <DetailDrawer
      label={t('rx.list.detail')}
      top={<RxStateTag row={row} />}
      head={
        <h2 className="f16 b">
          {nameOf(patient)}{' '}
          <span className="t2 f13 num">
            {ageAndSex(patient.birthday, patient.gender ?? 'unknown')} {patient.memberNo}
          </span>
        </h2>
      }
      step={move}
      plain
      footer={
        <>
          {(['cancel', 'reject', 'return', 'answer'] as const)
            .filter((action) => may(row, action))
            .map((action) => (
              <Button
                key={action}
                kind={action === 'cancel' || action === 'reject' ? 'bad' : 'default'}
                onClick={() => ask(row, action)}
              >
                {t(`rx.act.${action}`)}
              </Button>
            ))}
          {may(row, 'take') && (
            <Button kind="primary" loading={busy} onClick={() => take(row)}>
              {t('rx.act.take')}
            </Button>
          )}
          {may(row, 'dispense') && (
            <Button kind="primary" onClick={() => fill(row)}>
              {t('rx.act.dispense')}
            </Button>
          )}
        </>
      }
    >
      <div className="rxdetail">
        <p>
          <span className="t3">
            {t('rx.number')} <span className="code">{row.number}</span>
          </span>{' '}
          {content.institution} {nameOf(row.prescriber)}{' '}
          <span className="num t3">{t('rx.signed', { time: formatDateTime(content.signedAt) })}</span>
        </p>
        <section>
          <h3>{t('rx.allergies')}</h3>
          <p className={ALLERGY_LOOKS[content.allergies.status]}>
            {content.allergies.status === 'known'
              ? content.allergies.names.join(t('common.patient.separator'))
              : t(`rx.allergy.${content.allergies.status}`)}
          </p>
        </section>
        <section>
          <h3>{t('rx.body')}</h3>
          <p className="num">
            {patient.weight === null ? t('rx.weightUnknown') : t('rx.weight', { kg: patient.weight })}
            {t('common.dot')}
            {patient.kidney
              ? t('rx.kidney', { value: patient.kidney.value, date: formatDateTime(patient.kidney.on) })
              : t('rx.kidneyUnknown')}
          </p>
        </section>
        <section>
          <h3>{t('rx.lines')}</h3>
          <ol className="num">
            {content.lines.map((line, at) => (
              <li key={`${line.code}-${at}`}>
                <span className="dn">{line.name}</span> {amountsText(line)}
                {(line.totalReason || line.notes) && (
                  <span className="t3"> {[line.totalReason, line.notes].filter(Boolean).join(t('common.dot'))}</span>
                )}
              </li>
            ))}
          </ol>
          <RxRefills row={row} />
        </section>
        {content.answers.length > 0 && (
          <section>
            <h3>{t('rx.warnings')}</h3>
            <ul>
              {content.answers.map((one) => (
                <li key={one.key}>
                  <WarningOutlined className="c-warn" /> {one.drugs.map(({ name }) => name).join(' + ')}
                  {one.about && `${t('common.dot')}${one.about.note}`}
                  {one.text && `${t('common.dot')}${language() === 'en' ? one.text.en : one.text.zhTw}`}
                  <span className="bk t2">{t('rx.because', { reason: one.reason })}</span>
                  <span className="bk t3 f12">{one.source.title}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h3>{t('rx.diagnoses')}</h3>
          <ul>
            {content.diagnoses.map((one) => (
              <li key={one.code}>
                <b className="code">{one.code}</b> {language() === 'en' ? one.nameEn : one.nameZhTw || one.nameEn}
              </li>
            ))}
          </ul>
        </section>
        {row.dispensings.length > 0 && (
          <section>
            <h3>{t('rx.given')}</h3>
            <RxGiven row={row} />
          </section>
        )}
        <section>
          <h3>{t('rx.history')}</h3>
          <RxSteps row={row} />
        </section>
      </div>
    </DetailDrawer>
  )
}
