import { CheckOutlined, PlusOutlined } from '@ant-design/icons'
import { saysSomething } from '@teleward/contract/core/text.ts'
import { isNone } from '@teleward/contract/members/allergies.ts'
import type { HistoryItem, MedHistory } from '@teleward/contract/members/history.ts'
import type { HistoryFact } from '@teleward/contract/members/fact.ts'
import type { HistoryKind } from '@teleward/contract/members/schema.ts'
import { Input, Select } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { recordedText } from '../recorded.ts'
import { EntryFields } from './EntryFields.tsx'
import { entryText } from './entryText.ts'
import { sureText } from './factText.ts'
import { changing, type EntryDraft, faultsOf, type FormDraft, fresh, type Gone, mayBeNone, standing } from './form.ts'

interface Props {
  kind: HistoryKind
  form: MedHistory
  items: readonly HistoryItem[]
  draft: FormDraft
  tried: boolean
  onChange: (draft: FormDraft) => void
}

/** A part of the form: what stands, what is new or changed, and 'asked, none'. */
export function KindPart({ kind, form, items, draft, tried, onChange }: Props) {
  const t = useT()
  const facts = standing(form, kind)
  const mine = draft.drafts.filter((one) => one.kind === kind)
  const none = draft.none.includes(kind)
  const put = (drafts: readonly EntryDraft[]) =>
    onChange({ ...draft, drafts, none: draft.none.filter((one) => one !== kind) })
  const withoutGone = (id: number) =>
    Object.fromEntries(Object.entries(draft.gone).filter(([one]) => Number(one) !== id))
  const entry = (one: EntryDraft) => (
    <EntryFields
      key={one.key}
      draft={one}
      items={items}
      faults={tried ? faultsOf(one, items) : new Set()}
      onChange={(next) => put(draft.drafts.map((other) => (other.key === one.key ? next : other)))}
      onRemove={() => put(draft.drafts.filter((other) => other.key !== one.key))}
    />
  )
  return (
    <section className="hkind" aria-label={t(`safety.kind.${kind}`)}>
      <h3>{t(`safety.kind.${kind}`)}</h3>
      {facts.length === 0 && !none && mine.length === 0 && <p className="c-warn f13">{t('safety.notAsked')}</p>}
      {facts.map((fact) => {
        const changed = mine.find(({ id }) => id === fact.id)
        if (changed) return entry(changed)
        return (
          <Fact
            key={fact.id}
            fact={fact}
            gone={draft.gone[fact.id]}
            tried={tried}
            onEdit={() => put([...draft.drafts, changing(fact, `change:${fact.id}`)])}
            onGone={(gone) =>
              onChange({ ...draft, gone: gone ? { ...draft.gone, [fact.id]: gone } : withoutGone(fact.id) })
            }
          />
        )
      })}
      {mine.filter(({ id }) => id === undefined).map(entry)}
      {none && <p className="row f13">{t(kind === 'sensitive_matters' ? 'safety.noneAllergy' : 'safety.askedNone')}</p>}
      <div className="row">
        <Button onClick={() => put([...draft.drafts, fresh(kind, crypto.randomUUID())])}>
          <PlusOutlined />
          {t('safety.add')}
        </Button>
        {none ? (
          <Button onClick={() => onChange({ ...draft, none: draft.none.filter((one) => one !== kind) })}>
            {t('safety.undoNone')}
          </Button>
        ) : (
          mayBeNone(form, draft, kind) && (
            <Button onClick={() => onChange({ ...draft, none: [...draft.none, kind] })}>
              <CheckOutlined />
              {t('safety.askedNone')}
            </Button>
          )
        )}
      </div>
    </section>
  )
}

interface FactProps {
  fact: HistoryFact
  gone: Gone | undefined
  tried: boolean
  onEdit: () => void
  onGone: (gone: Gone | null) => void
}
function Fact({ fact, gone, tried, onEdit, onGone }: FactProps) {
  const t = useT()
  const sure = sureText(fact)
  return (
    <div className={`hfact ${gone ? 'off' : ''}`}>
      <p>
        <b>{entryText(fact)}</b>
        {sure && <span className="t2"> {sure}</span>}
      </p>
      <p className="t3 f12 num">
        {recordedText(fact)}
        {fact.kind === 'sensitive_matters' &&
          !isNone(fact) &&
          `${t('common.dot')}${t(fact.substance ? 'safety.coded' : 'safety.words')}`}
      </p>
      {gone ? (
        <div className="hgone">
          <Select
            aria-label={t('safety.why')}
            value={gone.why}
            options={(['entered-in-error', 'refuted'] as const).map((value) => ({
              value,
              label: t(`safety.whys.${value}`),
            }))}
            onChange={(why) => onGone({ ...gone, why })}
          />
          <Input
            autoFocus
            aria-label={t('safety.reason')}
            placeholder={t('safety.reason')}
            value={gone.reason}
            maxLength={300}
            status={tried && !saysSomething(gone.reason) ? 'error' : ''}
            onChange={(event) => onGone({ ...gone, reason: event.target.value })}
          />
          <Button onClick={() => onGone(null)}>{t('safety.undo')}</Button>
        </div>
      ) : (
        <div className="row">
          {!isNone(fact) && <Button onClick={onEdit}>{t('safety.change')}</Button>}
          <Button onClick={() => onGone({ why: 'entered-in-error', reason: '' })}>{t('safety.wrong')}</Button>
        </div>
      )}
    </div>
  )
}
