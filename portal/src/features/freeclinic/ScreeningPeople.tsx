import { FileExcelOutlined, MailOutlined } from '@ant-design/icons'
import { getScreeningPeople } from '@teleward/contract/careevents/screening-endpoints.ts'
import type { Programme, Stage } from '@teleward/contract/careevents/programmes.ts'
import type { ProgrammePerson } from '@teleward/contract/careevents/screening-schema.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { endpointQuery, showError } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { ageAndSex } from '../../ui/person.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { outcomeTag, programmeText, verdictTag } from './screening-labels.tsx'

const PAGE = 50
interface Props {
  event: CareEvent
  programme: Programme
  stage: Stage
  pid: number | undefined
  onPid: (pid: number) => void
}
/** Who stands at one stage: positive ones that nobody has closed first; whoever may come can be invited from here. */
export function ScreeningPeople({ event, programme, stage, pid, onPid }: Props) {
  const t = useT()
  const [q, setQ] = useState('')
  const [pageSize, setSize] = useState(PAGE)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [inviting, setInviting] = useState(false)
  const body = { eventid: event.id, programme, stage, q, pageSize }
  const answer = useQuery(endpointQuery(getScreeningPeople, { body }))
  const invites =
    (stage === 'eligible' || stage === 'unknown') && (event.state === 'coming' || event.state === 'running')
  const open = (rows: readonly ProgrammePerson[]) => rows.filter(({ invitedAt }) => invites && invitedAt === null)
  const toggle = (of: number) =>
    setChosen((now) => new Set(now.has(of) ? [...now].filter((one) => one !== of) : [...now, of]))
  return (
    <section className="card clinicpeople" aria-label={t('screening.people')}>
      <div className="hd">
        <h2>
          {programmeText(programme)} · {t(`screening.stage.${stage}`)}
        </h2>
        <span className="rt">
          {answer.data && <span className="num">{t('screening.peopleTotal', { count: answer.data.total })}</span>}
          <Button
            size="sm"
            kind="text"
            icon={<FileExcelOutlined />}
            aria-label={t('screening.report.excel')}
            onClick={() => void exportSheet(getScreeningPeople, { body }).catch(showError)}
          />
        </span>
      </div>
      <div className="clinicfind">
        <SearchBox value={q} placeholder={t('screening.search')} onSearch={setQ} />
        {invites && (
          <Button kind="primary" icon={<MailOutlined />} disabled={chosen.size === 0} onClick={() => setInviting(true)}>
            {chosen.size === 0 ? t('screening.invite.act') : t('screening.invite.many', { count: chosen.size })}
          </Button>
        )}
      </div>
      <Loaded answer={answer} failed={t('screening.failed')} lines={6}>
        {({ data, total }) =>
          data.length === 0 ? (
            <p className="quiet">{t('screening.nobody')}</p>
          ) : (
            <>
              {open(data).length > 0 && (
                <p className="screenall">
                  <Checkbox
                    checked={open(data).every(({ person }) => chosen.has(person.pid))}
                    onChange={(e) =>
                      setChosen(new Set(e.target.checked ? open(data).map(({ person }) => person.pid) : []))
                    }
                  >
                    {t('screening.invite.all')}
                  </Checkbox>
                </p>
              )}
              <ul className="clinicrows screenrows">
                {data.map((row) => (
                  <li key={row.person.pid}>
                    {open([row]).length > 0 && (
                      <Checkbox
                        aria-label={nameOf(row.person)}
                        checked={chosen.has(row.person.pid)}
                        onChange={() => toggle(row.person.pid)}
                      />
                    )}
                    <button
                      type="button"
                      className={row.person.pid === pid ? 'sel' : ''}
                      aria-pressed={row.person.pid === pid}
                      onClick={() => onPid(row.person.pid)}
                    >
                      <PersonRow row={row} />
                    </button>
                  </li>
                ))}
              </ul>
              {total > data.length && (
                <p className="screenall">
                  <Button onClick={() => setSize((now) => Math.min(now + PAGE, 200))} disabled={pageSize >= 200}>
                    {t('screening.more')}
                  </Button>
                </p>
              )}
            </>
          )
        }
      </Loaded>
      {inviting && (
        <InviteDialog
          event={event}
          programme={programme}
          pids={[...chosen]}
          onClose={(done) => {
            setInviting(false)
            if (done) setChosen(new Set())
          }}
        />
      )}
    </section>
  )
}

function PersonRow({ row }: { row: ProgrammePerson }) {
  const t = useT()
  const { person, number, verdict, invitedAt, outcome, openDays, followUp, urgent } = row
  return (
    <>
      {number !== null && <b className="num">{number}</b>}
      <span className="grow screenwho">
        <span className="ell">
          {nameOf(person)} <span className="t3 f12">{ageAndSex(person.birthday, person.gender ?? 'unknown')}</span>
        </span>
        {openDays !== null && (
          <span className={`f12 ${followUp?.late || urgent ? 'c-bad' : 'c-warn'}`}>
            {urgent && `${t('screening.result.urgentTag')} · `}
            {t('screening.openDays', { count: openDays })}
            {row.responsible && ` · ${nameOf(row.responsible)}`}
          </span>
        )}
        {invitedAt && outcome === null && (
          <span className="t3 f12">{t('screening.invitedAt', { date: formatDate(invitedAt) })}</span>
        )}
      </span>
      {outcome ? outcomeTag(outcome) : verdictTag(verdict)}
    </>
  )
}
