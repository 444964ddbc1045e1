import { DeleteOutlined } from '@ant-design/icons'
import { EGFR, type HistoryItem } from '@teleward/contract/members/history.ts'
import { criticality, reactionSeverity, verification } from '@teleward/contract/members/fact.ts'
import { Input, Select } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { SuggestInput } from '../../ui/SuggestInput.tsx'
import { Line } from '../FormLines.tsx'
import { either } from '../Patient.tsx'
import { type EntryDraft, named } from './form.ts'

interface Props {
  draft: EntryDraft
  items: readonly HistoryItem[]
  /** Names of fields that are wrong; shown once somebody has tried to save. */
  faults: ReadonlySet<string>
  onChange: (draft: EntryDraft) => void
  onRemove: () => void
}

/** One entry while it is written: what, its detail, how sure; of an allergy also what it did. */
export function EntryFields({ draft, items, faults, onChange, onRemove }: Props) {
  const t = useT()
  const own = items.filter(({ kind }) => kind === draft.kind)
  const item = own.find(({ code }) => code === draft.item)
  const allergy = draft.kind === 'sensitive_matters'
  const put = (change: Partial<EntryDraft>) => onChange({ ...draft, ...change })
  const options = own.map(({ note, ename }) => either(note, ename))
  return (
    <div className="hentry">
      <Line
        label={t('safety.item')}
        required
        error={faults.has('note') || faults.has('item') ? t('safety.empty') : undefined}
      >
        {(id) => (
          <SuggestInput
            id={id}
            label={t('safety.item')}
            autoFocus={draft.id === undefined && !draft.note && !draft.item}
            value={item ? either(item.note, item.ename) : draft.note}
            options={options}
            maxLength={200}
            invalid={faults.has('note')}
            onChange={(text) => onChange(named(draft, text, own))}
          />
        )}
      </Line>
      {(!item || item.other || draft.mh_other_value) && (
        <Line
          label={t('safety.other')}
          required={item?.otherNeeded ?? false}
          error={faults.has('mh_other_value') ? t('safety.otherNeeded') : undefined}
        >
          {(id) => (
            <Input
              id={id}
              value={draft.mh_other_value ?? ''}
              maxLength={200}
              {...(item?.code === EGFR ? { placeholder: t('safety.egfr'), inputMode: 'decimal' as const } : {})}
              status={faults.has('mh_other_value') ? 'error' : ''}
              onChange={(event) => put({ mh_other_value: event.target.value || null })}
            />
          )}
        </Line>
      )}
      {allergy && (
        <Line label={t('safety.reaction')}>
          {(id) => (
            <Input
              id={id}
              value={draft.reaction ?? ''}
              maxLength={200}
              onChange={(event) => put({ reaction: event.target.value || null })}
            />
          )}
        </Line>
      )}
      <div className="hpair">
        <Line label={t('safety.verification')}>
          {(id) => (
            <Select
              id={id}
              value={draft.verification ?? 'unconfirmed'}
              options={verification.options.map((value) => ({ value, label: t(`safety.verif.${value}`) }))}
              onChange={(value) => put({ verification: value })}
            />
          )}
        </Line>
        {allergy && (
          <Line label={t('safety.severity')}>
            {(id) => (
              <Select
                id={id}
                allowClear
                value={draft.severity ?? null}
                options={reactionSeverity.options.map((value) => ({ value, label: t(`safety.sev.${value}`) }))}
                onChange={(value) => put({ severity: value ?? null })}
              />
            )}
          </Line>
        )}
        {allergy && (
          <Line label={t('safety.criticality')}>
            {(id) => (
              <Select
                id={id}
                allowClear
                value={draft.criticality ?? null}
                options={criticality.options.map((value) => ({ value, label: t(`safety.crit.${value}`) }))}
                onChange={(value) => put({ criticality: value ?? null })}
              />
            )}
          </Line>
        )}
      </div>
      <Button onClick={onRemove}>
        <DeleteOutlined />
        {draft.id === undefined ? t('safety.remove') : t('safety.undo')}
      </Button>
    </div>
  )
}
