import { getScreening } from '@teleward/contract/careevents/screening-endpoints.ts'
import { type Programme, type Stage, stages } from '@teleward/contract/careevents/programmes.ts'
import type { Funnel } from '@teleward/contract/careevents/screening-schema.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { listText } from '../../patterns/careItems.tsx'
import { Loaded } from '../../patterns/Loaded.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { formatDate } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { programmeText } from './screening-labels.tsx'
import { ScreeningPeople } from './ScreeningPeople.tsx'
import { ScreeningPerson } from './ScreeningPerson.tsx'
import type { useClinicSearch } from './search.ts'

interface Props {
  event: CareEvent
  search: ReturnType<typeof useClinicSearch>
}
/** How far each programme is, from who is eligible to who was followed up; a number opens its list. */
export function ScreeningOverview({ event, search }: Props) {
  const t = useT()
  const phone = usePhone()
  const answer = useQuery(endpointQuery(getScreening, { params: { id: event.id } }))
  const [{ programme = event.programmes[0], stage, pid }, change] = search
  if (!programme) return null
  // On a phone one person has the whole screen.
  const alone = phone && pid !== undefined
  const pick = (next: Partial<{ programme: Programme; stage: Stage }>) => change({ ...next, pid: undefined })
  return (
    <>
      <Loaded answer={answer} failed={t('screening.failed')} lines={4}>
        {({ funnel, rulesOf }) =>
          !alone && (
            <section className="card" aria-label={t('screening.funnel')}>
              <div className="funnelwrap">
                <table className="funnel">
                  <thead>
                    <tr>
                      <th>{t('screening.choose')}</th>
                      {stages.map((one) => (
                        <th key={one}>{t(`screening.stage.${one}`)}</th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {funnel.map((row) => (
                      <FunnelRow
                        key={row.programme}
                        row={row}
                        chosen={row.programme === programme ? stage : undefined}
                        onPick={(next) => pick({ programme: row.programme, stage: next })}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
              <Rules event={event} date={rulesOf} />
            </section>
          )
        }
      </Loaded>
      <div className="clinicpair">
        {!alone && (
          <ScreeningPeople
            key={`${programme} ${stage}`}
            event={event}
            programme={programme}
            stage={stage}
            pid={pid}
            onPid={(next) => change({ pid: next })}
          />
        )}
        {(pid !== undefined || !phone) && (
          <section className="card clinicperson" aria-label={t('freeclinic.person')}>
            {pid === undefined ? (
              <EmptyState title={t('screening.pick')} text={t('screening.pickText')} />
            ) : (
              <ScreeningPerson
                key={pid}
                event={event}
                pid={pid}
                first={programme}
                onClose={() => change({ pid: undefined })}
              />
            )}
          </section>
        )}
      </div>
    </>
  )
}

/** Where ages and intervals are from: for whom they are, and what is nobody's word yet. */
function Rules({ event: { programmes, limits }, date }: { event: CareEvent; date: string }) {
  const t = useT()
  const own = programmes.filter((one) => limits[one])
  return (
    <p className="t2 f12 funnelnote">
      {own.length < programmes.length && `${t('screening.rules', { date: formatDate(date) })} `}
      {own.length > 0 && `${t('screening.rulesOwn', { items: listText(own.map(programmeText)) })} `}
      {t('screening.notKnown')}
    </p>
  )
}

function FunnelRow({
  row,
  chosen,
  onPick,
}: {
  row: Funnel
  chosen: Stage | undefined
  onPick: (stage: Stage) => void
}) {
  const t = useT()
  return (
    <tr>
      <th scope="row">
        {programmeText(row.programme)}
        {row.open > 0 && (
          <button type="button" className="funnelopen" onClick={() => onPick('positive')}>
            {t('screening.openCount', { count: row.open })}
            {row.late > 0 && ` · ${t('screening.lateCount', { count: row.late })}`}
          </button>
        )}
      </th>
      {stages.map((one) => (
        <td key={one}>
          <button
            type="button"
            className={chosen === one ? 'sel' : ''}
            aria-pressed={chosen === one}
            aria-label={`${programmeText(row.programme)} ${t(`screening.stage.${one}`)} ${row[one]}`}
            onClick={() => onPick(one)}
          >
            <b className="num">{row[one]}</b>
            <span className="funnelword">{t(`screening.stage.${one}`)}</span>
          </button>
        </td>
      ))}
    </tr>
  )
}
