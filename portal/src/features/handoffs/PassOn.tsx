import { putTodo, todoRecipients } from '@teleward/contract/handoffs/endpoints.ts'
import type { Handoff } from '@teleward/contract/handoffs/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { mutateEndpoint, endpointQuery, invalidateTags, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { FormColumn, useRefusal } from '../../patterns/FormLines.tsx'
import { Due } from '../../patterns/handoffs/Due.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { notify } from '../../ui/notify.ts'
import { RecipientField } from './RecipientField.tsx'

interface Props {
  rows: readonly Handoff[]
  /** There are more than these. */
  total: number
  onClose: () => void
}
/** One to-do to somebody else, or at the end of a shift all that are open: each by itself, and what was refused stays with its reason. */
export function PassOn({ rows, total, onClose }: Props) {
  const many = rows.length > 1
  const refusal = useRefusal()
  const [to, setTo] = useState<number>()
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set())
  const [passed, setPassed] = useState<ReadonlySet<string>>(() => new Set())
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const { data } = useQuery(endpointQuery(todoRecipients, { query: {} }))
  const holders = new Set(rows.map(({ recipient }) => recipient.mid))
  const people = data?.people.filter(({ mid }) => holders.size > 1 || !holders.has(mid))
  const chosen = people?.find(({ mid }) => mid === to)
  const open = rows.filter(({ id }) => !passed.has(id))
  const wanted = open.filter(({ id }) => !left.has(id))
  const submit = async () => {
    if (!chosen) return refusal.refuse('recipientMid', t('common.required'))
    if (wanted.length === 0) return refusal.refuse('rows', t('handoffs.pass.none'))
    refusal.clear()
    setBusy(true)
    const done = new Set(passed)
    const why: Record<string, string> = {}
    for (const { id, version } of wanted)
      try {
        await mutateEndpoint(putTodo, { params: { id }, body: { version, recipientMid: chosen.mid } })
        done.add(id)
      } catch (error) {
        why[id] = errorMessage(error)
      }
    setBusy(false)
    setPassed(done)
    setRefused(why)
    void invalidateTags(['handoffs'])
    const now = wanted.length - Object.keys(why).length
    const name = nameOf(chosen)
    if (now > 0)
      notify({
        kind: 'ok',
        title: many ? t('handoffs.done.many', { count: now, name }) : t('handoffs.done.reassign', { name }),
      })
    if (Object.keys(why).length === 0) onClose()
  }
  const tick = (id: string) =>
    setLeft((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])))
  return (
    <FormDrawer
      open
      title={t(many ? 'handoffs.pass.manyTitle' : 'handoffs.pass.title')}
      dirty={false}
      busy={busy}
      submit={t('handoffs.pass.submit')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormColumn>
        <RecipientField people={people} value={to} error={refusal.of('recipientMid')} onChange={setTo} />
        {many ? (
          <fieldset className="passlist">
            <legend className="lab">{t('handoffs.pass.choose')}</legend>
            {open.map((row) => (
              <div key={row.id}>
                <Checkbox checked={!left.has(row.id)} onChange={() => tick(row.id)}>
                  <span className="passtext">{row.content}</span>
                </Checkbox>
                <p className="f12 t3">
                  {row.patient && nameOf(row.patient)} <Due dueOn={row.dueOn} late={row.late} />
                </p>
                {refused[row.id] && <p className="help err">{refused[row.id]}</p>}
              </div>
            ))}
            {total > rows.length && <p className="help">{t('handoffs.pass.more', { count: rows.length })}</p>}
            {refusal.of('rows') && <p className="help err">{refusal.of('rows')}</p>}
          </fieldset>
        ) : (
          open.map((row) => (
            <div key={row.id}>
              <p className="passtext">{row.content}</p>
              {refused[row.id] && <p className="help err">{refused[row.id]}</p>}
            </div>
          ))
        )}
      </FormColumn>
    </FormDrawer>
  )
}
