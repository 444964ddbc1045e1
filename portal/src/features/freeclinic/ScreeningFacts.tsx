import { postScreeningFacts } from '@teleward/contract/careevents/screening-endpoints.ts'
import {
  type Fact,
  factAnswers,
  facts,
  type LastTime,
  type Programme,
  programmeGroups,
} from '@teleward/contract/careevents/programmes.ts'
import type { ScreeningPerson } from '@teleward/contract/careevents/screening-schema.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { Input, Segmented } from 'antd'
import { useEndpointMutation } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { isoDay } from '../../ui/format.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'
import { programmeText } from './screening-labels.tsx'

interface Answers {
  said: Partial<Record<Fact, (typeof factAnswers)[number]>>
  last: Partial<Record<Programme, LastTime>>
}
const NOTHING: Answers = { said: {}, last: {} }

/** What only the person can say: risks that decide, and when each programme was last. Open where something is missing. */
export function ScreeningFacts({ event, person }: { event: CareEvent; person: ScreeningPerson }) {
  const t = useT()
  const { draft, value: answers = NOTHING } = useDraft<Answers>({
    screen: 'screening:facts',
    subject: `${person.person.pid}/${event.id}`,
  })
  const { said, last } = answers
  const keep = useEndpointMutation(postScreeningFacts, {
    onDone: () => {
      void draft?.clear()
      notify({ kind: 'ok', title: t('screening.facts.saved') })
    },
  })
  const asks = facts.filter((fact) =>
    event.programmes.some((one) => programmeGroups[one].some((group) => group.facts?.includes(fact))),
  )
  const missing = new Set(person.programmes.flatMap(({ verdict }) => (verdict.is === 'unknown' ? verdict.missing : [])))
  const changed = Object.keys(said).length + Object.keys(last).length > 0
  useUnsavedGuard('draft', changed)
  const save = () =>
    keep.mutate({
      params: { id: event.id },
      body: {
        pid: person.person.pid,
        facts: said,
        last: Object.entries(last).map(([programme, on]) => ({ programme: programme as Programme, on: on ?? null })),
      },
    })
  return (
    <details className="screencard" open={missing.size > 0}>
      <summary>{t('screening.facts.title')}</summary>
      <div className="screenfacts">
        {(missing.has('birthday') || missing.has('sex')) && <p className="c-warn f13">{t('screening.facts.fixed')}</p>}
        {asks.map((fact) => (
          <div key={fact} className="screenfact">
            <span className={missing.has(fact) ? 'c-warn' : ''}>{t(`screening.missing.${fact}`)}</span>
            <Segmented
              aria-label={t(`screening.missing.${fact}`)}
              value={said[fact] ?? person.facts[fact] ?? 'unknown'}
              onChange={(value) => draft?.write({ last, said: { ...said, [fact]: value } })}
              options={factAnswers.map((value) => ({ value, label: t(`screening.facts.${value}`) }))}
            />
          </div>
        ))}
        {person.programmes.map((one) => (
          <LastLine
            key={one.programme}
            programme={one.programme}
            value={one.programme in last ? (last[one.programme] ?? null) : one.last}
            onChange={(value) => draft?.write({ said, last: { ...last, [one.programme]: value } })}
          />
        ))}
        <div className="row clinicacts">
          <Button disabled={!changed || keep.isPending} onClick={save}>
            {t('screening.facts.save')}
          </Button>
        </div>
      </div>
    </details>
  )
}

interface LastProps {
  programme: Programme
  value: LastTime
  onChange: (value: LastTime) => void
}
function LastLine({ programme, value, onChange }: LastProps) {
  const t = useT()
  const kind = value === null ? 'unknown' : value === 'never' ? 'never' : 'day'
  return (
    <div className="screenfact">
      <span className={value === null ? 'c-warn' : ''}>
        {t('screening.facts.last')} · {programmeText(programme)}
      </span>
      <Segmented
        aria-label={`${t('screening.facts.last')} ${programmeText(programme)}`}
        value={kind}
        onChange={(next) => onChange(next === 'unknown' ? null : next === 'never' ? 'never' : isoDay())}
        options={(['never', 'day', 'unknown'] as const).map((one) => ({
          value: one,
          label: t(`screening.facts.${one}`),
        }))}
      />
      {kind === 'day' && (
        <Input
          type="date"
          aria-label={t('screening.facts.lastDay')}
          max={isoDay()}
          value={value ?? ''}
          onChange={(e) => onChange(e.target.value || null)}
        />
      )}
    </div>
  )
}
