import { CloseOutlined, EditOutlined, ExperimentOutlined, MailOutlined } from '@ant-design/icons'
import { getScreeningPerson } from '@teleward/contract/careevents/screening-endpoints.ts'
import type { Programme } from '@teleward/contract/careevents/programmes.ts'
import type {
  PersonProgramme,
  ScreeningPerson as Person,
  ScreeningResult,
} from '@teleward/contract/careevents/screening-schema.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { nameOf, otherNameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { ageAndSex } from '../../ui/person.ts'
import { FollowUpDialog } from './FollowUpDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { ResultDialog } from './ResultDialog.tsx'
import { ScreeningFacts } from './ScreeningFacts.tsx'
import { outcomeTag, programmeText, verdictTag, verdictWhy } from './screening-labels.tsx'

interface Props {
  event: CareEvent
  pid: number
  /** Stands on top. */
  first?: Programme
  /** In a pane of its own: with the person's head. */
  onClose?: () => void
}
/** One person: which programmes are for them and why, what they say, what was found, and who follows it up. */
export function ScreeningPerson({ event, pid, first, onClose }: Props) {
  const t = useT()
  const answer = useQuery(endpointQuery(getScreeningPerson, { params: { id: event.id, pid } }))
  return (
    <Loaded answer={answer} failed={t('screening.failed')} lines={8}>
      {(data) => (
        <>
          {onClose && <Head person={data} onClose={onClose} />}
          <div className="screenprogrammes">
            {data.programmes
              .toSorted((a, b) => Number(b.programme === first) - Number(a.programme === first))
              .map((one, at) => (
                <Fragment key={one.programme}>
                  <ProgrammeCard event={event} person={data} of={one} main={one.programme === first} />
                  {at === 0 && <ScreeningFacts event={event} person={data} />}
                </Fragment>
              ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

function Head({ person: { person, number }, onClose }: { person: Person; onClose: () => void }) {
  const t = useT()
  return (
    <div className="clinicwho">
      <b className="clinicno num" title={t('freeclinic.number')}>
        {number ?? '–'}
      </b>
      <div className="grow">
        <h2>
          {nameOf(person)} <span className="othername">{otherNameOf(person)}</span>
        </h2>
        <p className="t2 f13 num">
          {[
            person.birthday ? formatDate(person.birthday) : t('freeclinic.noBirthday'),
            ageAndSex(person.birthday, person.gender ?? 'unknown'),
            person.memberNo,
            ...(number === null ? [t('screening.notCome')] : []),
          ].join(' · ')}
        </p>
      </div>
      <button type="button" className="icbtn" aria-label={t('common.close')} onClick={onClose}>
        <CloseOutlined />
      </button>
    </div>
  )
}

type Opened = { what: 'result'; stands?: ScreeningResult } | { what: 'invite' } | { what: 'hand' | 'finish' }
interface CardProps {
  event: CareEvent
  person: Person
  of: PersonProgramme
  /** The key `o` is of this one. */
  main: boolean
}
function ProgrammeCard({ event, person, of, main }: CardProps) {
  const t = useT()
  const [open, setOpen] = useState<Opened>()
  const { programme, verdict, last, invitedAt, results, earlier } = of
  const stands = results.find(({ replaced }) => !replaced)
  const followUp = stands?.followUp ?? undefined
  const { pid } = person.person
  const { number } = person
  const coming = event.state === 'coming' || event.state === 'running'
  const records = number !== null && event.state !== 'cancelled' && event.state !== 'coming'
  const close = () => setOpen(undefined)
  useKeys(
    [{ keys: 'o', label: t('screening.follow.finish'), run: () => setOpen({ what: 'finish' }) }],
    main && followUp?.state === 'open' && open === undefined,
  )
  const why = verdictWhy(verdict)
  return (
    <section className="screencard" aria-label={programmeText(programme)}>
      <div className="row screentitle">
        <h3>{programmeText(programme)}</h3>
        {verdictTag(verdict)}
      </div>
      <p className="t2 f13">
        {[
          ...(why ? [why] : []),
          last === null
            ? t('screening.lastUnknown')
            : last === 'never'
              ? t('screening.lastNever')
              : t('screening.lastOn', { date: formatDate(last) }),
          ...(invitedAt ? [t('screening.invitedAt', { date: formatDate(invitedAt) })] : []),
        ].join(' · ')}
      </p>
      {results.map((one) => (
        <Result key={one.id} result={one} />
      ))}
      {earlier.length > 0 && (
        <div className="t2 f13">
          {t('screening.result.earlier')}
          {earlier.map((one) => (
            <p key={one.id}>
              {outcomeTag(one.outcome)} {formatDate(one.examinedOn)} {one.event.name} {one.finding}
            </p>
          ))}
        </div>
      )}
      <div className="row clinicacts">
        {!stands && records && (
          <Button kind="primary" icon={<ExperimentOutlined />} onClick={() => setOpen({ what: 'result' })}>
            {t('screening.result.record')}
          </Button>
        )}
        {followUp?.state === 'open' && (
          <>
            <Button kind="primary" onClick={() => setOpen({ what: 'finish' })}>
              {t('screening.follow.finish')}
            </Button>
            <Button onClick={() => setOpen({ what: 'hand' })}>{t('screening.follow.hand')}</Button>
          </>
        )}
        {stands && records && (
          <Button icon={<EditOutlined />} onClick={() => setOpen({ what: 'result', stands })}>
            {t('screening.result.correct')}
          </Button>
        )}
        {coming && !stands && invitedAt === null && (verdict.is === 'eligible' || verdict.is === 'unknown') && (
          <Button icon={<MailOutlined />} onClick={() => setOpen({ what: 'invite' })}>
            {t('screening.invite.act')}
          </Button>
        )}
      </div>
      {open?.what === 'result' && number !== null && (
        <ResultDialog
          event={event}
          pid={pid}
          number={number}
          programme={programme}
          stands={open.stands}
          onClose={close}
        />
      )}
      {open?.what === 'invite' && <InviteDialog event={event} programme={programme} pids={[pid]} onClose={close} />}
      {(open?.what === 'hand' || open?.what === 'finish') && followUp && (
        <FollowUpDialog
          followUp={followUp}
          draft={t('screening.follow.todoDraft', {
            event: event.name,
            programme: programmeText(programme),
            number: number ?? '',
          })}
          does={open.what}
          onClose={close}
        />
      )}
    </section>
  )
}

function Result({ result }: { result: ScreeningResult }) {
  const t = useT()
  const { outcome, urgent, finding, examinedOn, by, reason, replaced, followUp } = result
  return (
    <div className={`screenresult ${replaced ? 'old' : ''}`}>
      <p className="row">
        {outcomeTag(outcome)}
        {urgent && <b className="c-bad">{t('screening.result.urgentTag')}</b>}
        <b>{finding}</b>
        {replaced && <span className="t3">{t('screening.result.replaced')}</span>}
      </p>
      <p className="t3 f12">
        {t('screening.result.by', { date: formatDate(examinedOn), name: nameOf(by) })}
        {reason && ` · ${t('screening.result.corrected', { reason })}`}
      </p>
      {!replaced && outcome === 'positive' && !followUp && <p className="c-bad">{t('screening.follow.nobody')}</p>}
      {followUp && !replaced && (
        <p className={followUp.late ? 'c-bad' : ''}>
          <b>
            {t(
              followUp.state === 'done'
                ? 'screening.follow.done'
                : followUp.late
                  ? 'screening.follow.late'
                  : 'screening.follow.open',
            )}
          </b>{' '}
          {t('screening.follow.line', { name: nameOf(followUp.responsible), date: formatDate(followUp.dueOn) })}
          {followUp.note && ` · ${followUp.note}`}
        </p>
      )}
    </div>
  )
}
