import { type NotePart, noteParts } from '@teleward/contract/emr/schema.ts'
import { SHORT_CODE } from '@teleward/contract/snippets/schema.ts'
import {
  type NoteTemplate,
  TEMPLATE_NAME_MAX,
  TEMPLATE_PART_MAX,
  upsertNoteTemplate,
} from '@teleward/contract/snippets/template-endpoints.ts'
import { Input } from 'antd'
import { useState } from 'react'
import type { ApiError } from '../../api/errors.ts'
import { errorMessage, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { notify } from '../../ui/notify.ts'

interface Props {
  template: NoteTemplate | null
  /** Whose people it can be given to, as the language has it. */
  division: string | null
  onClose: () => void
}
type Text = Record<NotePart, string>
const blank: Text = { s: '', o: '', a: '', p: '', memo: '' }
const wordTypes = { s: 's', o: 'o', a: 'a', p: 'p', memo: 'memop' } as const
type Faults = Partial<Record<'name' | 'code' | 's', string>>

/** A template: its name, the code by which it is found, and what each part begins with. */
export function TemplateForm({ template, division, onClose }: Props) {
  const t = useT()
  const before = template ?? { ...blank, name: '', code: null, division: null }
  const [name, setName] = useState(before.name)
  const [code, setCode] = useState(before.code ?? '')
  const [shared, setShared] = useState(before.division !== null)
  const [text, setText] = useState<Text>(() => ({
    s: before.s,
    o: before.o,
    a: before.a,
    p: before.p,
    memo: before.memo,
  }))
  const [faults, setFaults] = useState<Faults>({})
  const dirty =
    name !== before.name ||
    code !== (before.code ?? '') ||
    shared !== (before.division !== null) ||
    noteParts.some((part) => text[part] !== before[part])
  const onError = (error: ApiError) => {
    if (error.code === 'VERSION_STALE' || error.code === 'NOT_FOUND') {
      void invalidateTags(['templates'])
      setFaults({ s: t('phrases.template.changedElsewhere') })
      return true
    }
    const named = error.fields?.filter(({ path }) => path === 'name' || path === 'code' || path === 's') ?? []
    if (named.length === 0) return false
    setFaults(Object.fromEntries(named.map(({ path }) => [path, errorMessage(error)])))
    return true
  }
  const keeping = useEndpointMutation(upsertNoteTemplate, {
    onDone: () => {
      notify({ kind: 'ok', key: 'templates', title: t('phrases.template.saved') })
      onClose()
    },
    onError,
  })
  const submit = () => {
    const short = code.trim().replace(/^[.．;；]/, '') || null
    const wrong: Faults = {
      ...(name.trim() ? {} : { name: errorText('FIELD_EMPTY') }),
      ...(short && !SHORT_CODE.test(short) ? { code: t('phrases.codeRule') } : {}),
      ...(noteParts.some((part) => text[part].trim()) ? {} : { s: errorText('FIELD_EMPTY') }),
    }
    setFaults(wrong)
    if (Object.keys(wrong).length) return
    const version = template ? { id: template.id, version: template.version } : {}
    keeping.mutate({
      body: { ...version, name: name.trim(), code: short, shared: shared && division !== null, ...text },
    })
  }
  return (
    <FormDrawer
      open
      title={t(template ? 'phrases.template.editTitle' : 'phrases.template.addTitle')}
      dirty={dirty}
      busy={keeping.isPending}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormColumn>
        <Line label={t('phrases.template.name')} required error={faults.name}>
          {(id, described) => (
            <Input
              id={id}
              aria-describedby={described}
              autoFocus
              maxLength={TEMPLATE_NAME_MAX}
              value={name}
              status={faults.name ? 'error' : ''}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Line>
        <Line label={t('phrases.template.code')} error={faults.code} hint={t('phrases.template.codeHint')}>
          {(id, described) => (
            <Input
              id={id}
              aria-describedby={described}
              maxLength={21}
              value={code}
              status={faults.code ? 'error' : ''}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Line>
        {division === null ? (
          <p className="help">{t('phrases.template.shareNone')}</p>
        ) : (
          <label className="row">
            <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
            {t('phrases.template.share', { division })}
          </label>
        )}
        {noteParts.map((part) => (
          <Line
            key={part}
            label={t(`phrases.type.${wordTypes[part]}`)}
            error={part === 's' ? faults.s : undefined}
            hint={part === 's' ? t('phrases.template.blankHint') : undefined}
          >
            {(id, described) => (
              <GrowingArea
                id={id}
                aria-describedby={described}
                lines={2}
                most={8}
                maxLength={TEMPLATE_PART_MAX}
                value={text[part]}
                onChange={(event) => setText((now) => ({ ...now, [part]: event.target.value }))}
              />
            )}
          </Line>
        ))}
      </FormColumn>
    </FormDrawer>
  )
}
