import type { ChildCare, ChildKind, ChildRecord } from '@teleward/contract/childcare/schema.ts'
import { vaccines } from '@teleward/contract/childcare/schedule.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import type { Asked } from './calls.ts'
import { doseText, problemText, recordText, StateTag, StoolTag, vaccineText, visitText } from './words.tsx'

interface Props {
  care: ChildCare
  kind: ChildKind
  /** Without them nothing can be changed. */
  onAsk?: (asked: Asked) => void
  onTake?: (record: ChildRecord) => void
}

/** The schedule of a kind, and what was recorded of it. */
export function PartBody({ care, kind, onAsk, onTake }: Props) {
  const { plan, records } = care
  return (
    <>
      {plan && kind === 'vaccination' && <Doses plan={plan} />}
      {plan && kind === 'preventive' && (
        <ul className="cclist" aria-label={t('childcare.schedule')}>
          {plan.visits.map(({ visit, state, on, dueOn, until }) => (
            <li key={visit}>
              <span className="grow b">{visitText(visit)}</span>
              <span className="f12 t3 num">
                {on ? formatDate(on) : dueOn ? `${formatDate(dueOn)} – ${formatDate(until)}` : formatDate(until)}
              </span>
              <StateTag state={state} />
            </li>
          ))}
        </ul>
      )}
      {plan && kind === 'fluoride' && (
        <p className="row">
          <StateTag state={plan.fluoride.state} />
          {plan.fluoride.dueOn && (
            <span className="num">{t('childcare.dueOn', { date: formatDate(plan.fluoride.dueOn) })}</span>
          )}
        </p>
      )}
      {plan && kind === 'biliary' && (
        <p className="row">
          {plan.stool.state === 'none' ? (
            <span className="t3">{t('childcare.stoolNone')}</span>
          ) : (
            <StoolTag stool={plan.stool} />
          )}
        </p>
      )}
      <h2 className="sech">{t('childcare.records')}</h2>
      {records.length === 0 && <p className="t3">{t('childcare.noRecords')}</p>}
      <ul className="cclist ccrecords">
        {records.map((record) => (
          <Record
            key={record.id}
            record={record}
            problems={plan?.problems.filter((one) => one.record === record.id) ?? []}
            {...(onAsk && record.withdrawn === null
              ? {
                  onChange: () => onAsk({ kind, vaccine: record.vaccine, number: record.dose ?? record.visit, record }),
                }
              : {})}
            {...(onTake && record.withdrawn === null ? { onTake: () => onTake(record) } : {})}
          />
        ))}
      </ul>
    </>
  )
}

function Doses({ plan }: { plan: NonNullable<ChildCare['plan']> }) {
  return (
    <table className="ccdoses">
      <caption className="sr">{t('childcare.schedule')}</caption>
      <tbody>
        {vaccines.map((vaccine) => {
          const doses = plan.doses.filter((one) => one.vaccine === vaccine)
          return doses.map((one, at) => (
            <tr key={`${vaccine}${one.dose}`} className={at === 0 ? 'first' : ''}>
              {at === 0 && (
                <th scope="rowgroup" rowSpan={doses.length}>
                  {vaccineText(vaccine)}
                </th>
              )}
              <td className="nw">{doseText(one.dose)}</td>
              <td className="num nw">{one.on ? formatDate(one.on) : one.dueOn ? formatDate(one.dueOn) : ''}</td>
              <td>
                <StateTag state={one.state} />
              </td>
            </tr>
          ))
        })}
      </tbody>
    </table>
  )
}

interface RecordProps {
  record: ChildRecord
  problems: NonNullable<ChildCare['plan']>['problems']
  onChange?: () => void
  onTake?: () => void
}
function Record({ record, problems, onChange, onTake }: RecordProps) {
  const { on, lot, place, reaction, note, weightKg, lengthCm, headCm, withdrawn, bornThen, entered } = record
  const facts = [
    ...(lot ? [t('childcare.lotOf', { lot })] : []),
    ...(place ? [place] : []),
    ...(weightKg === null ? [] : [`${weightKg} kg`]),
    ...(lengthCm === null ? [] : [`${lengthCm} cm`]),
    ...(headCm === null ? [] : [t('childcare.headOf', { value: headCm })]),
    ...(reaction ? [t('childcare.reactionOf', { text: reaction })] : []),
    ...(note ? [note] : []),
  ]
  return (
    <li className={withdrawn ? 'gone' : ''}>
      <div className="grow">
        <p>
          <span className="num">{formatDate(on)}</span> <span className="b">{recordText(record)}</span>
        </p>
        {facts.length > 0 && <p className="f13 t2">{facts.join('・')}</p>}
        {problems.map((one) => (
          <p key={one.rule} className="f13 c-bad">
            {problemText(one)}
          </p>
        ))}
        {bornThen && <p className="f13 c-warn">{t('childcare.bornThen', { date: formatDate(bornThen) })}</p>}
        {withdrawn ? (
          <p className="f13 t2">
            {t('childcare.withdrawn', {
              name: withdrawn.by ? nameOf(withdrawn.by) : t('childcare.somebody'),
              at: formatDateTime(withdrawn.at),
              reason: withdrawn.reason,
            })}
          </p>
        ) : (
          <p className="f12 t3">
            {entered.by && nameOf(entered.by)} {formatDateTime(entered.at)}
            {record.changed &&
              `　${t('childcare.changedBy', { name: record.changed.by ? nameOf(record.changed.by) : t('childcare.somebody') })}`}
          </p>
        )}
      </div>
      {onChange && (
        <Button size="sm" onClick={onChange}>
          {t('childcare.change')}
        </Button>
      )}
      {onTake && (
        <Button size="sm" kind="bad" onClick={onTake}>
          {t('childcare.take')}
        </Button>
      )}
    </li>
  )
}
