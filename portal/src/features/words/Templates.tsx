import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { noteParts } from '@teleward/contract/emr/schema.ts'
import {
  delNoteTemplate,
  getNoteTemplates,
  type NoteTemplate,
  upsertNoteTemplate,
} from '@teleward/contract/snippets/template-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { endpointQuery, invalidateTags, showError, useEndpointMutation } from '../../api/query.ts'
import { language, useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import { EmptyState } from '../../ui/states.tsx'
import { PhraseText } from './PhraseText.tsx'
import { TemplateForm } from './TemplateForm.tsx'

interface Props {
  /** `null`: none is open; `new`: one is made. */
  form: NoteTemplate | 'new' | null
  onForm: (form: NoteTemplate | 'new' | null) => void
}
const inLanguage = (name: string | null, nameEn: string | null) => (language() === 'en' ? (nameEn ?? name) : name)

/** Templates of notes: one's own to be changed, those of one's division to be seen. */
export default function Templates({ form, onForm }: Props) {
  const t = useT()
  const answer = useQuery(endpointQuery(getNoteTemplates, {}))
  const remove = useEndpointMutation(delNoteTemplate, {
    onDone: ({ id }) => {
      const gone = answer.data?.templates.find((one) => one.id === id)
      if (!gone) return
      notify({
        kind: 'ok',
        key: 'templates',
        title: t('phrases.template.removed'),
        action: { label: t('common.undo'), run: () => void putBack(gone) },
      })
    },
  })
  return (
    <Loaded answer={answer} failed={t('phrases.failed')} lines={6}>
      {({ templates, division, divisionEn }) => (
        <>
          {templates.length === 0 ? (
            <EmptyState
              title={t('phrases.template.none')}
              text={t('phrases.template.noneText')}
              actions={
                <Button kind="primary" icon={<PlusOutlined />} onClick={() => onForm('new')}>
                  {t('phrases.template.add')}
                </Button>
              }
            />
          ) : (
            <ol className="card wordlist" aria-label={t('phrases.template.many')}>
              {templates.map((one) => (
                <li key={one.id}>
                  <span className="code b c-pri">{one.code}</span>
                  <span className="grow wordtext">
                    <b>{one.name}</b>{' '}
                    <span className="tag">
                      {inLanguage(one.division, one.divisionEn) ?? t('phrases.template.mine')}
                    </span>{' '}
                    {!one.own && <span className="t3 f12">{t('phrases.template.by', { name: one.owner })}</span>}
                    <span className="tplparts">
                      {noteParts
                        .filter((part) => one[part])
                        .map((part) => (
                          <span key={part}>
                            <span className="t3">{part === 'memo' ? t('phrases.type.memop') : part.toUpperCase()}</span>{' '}
                            <PhraseText text={one[part]} />
                          </span>
                        ))}
                    </span>
                  </span>
                  {one.own && (
                    <span className="row">
                      <button
                        type="button"
                        className="icbtn"
                        aria-label={t('phrases.template.edit', { name: one.name })}
                        onClick={() => onForm(one)}
                      >
                        <EditOutlined />
                      </button>
                      <button
                        type="button"
                        className="icbtn"
                        aria-label={t('phrases.template.remove', { name: one.name })}
                        disabled={remove.isPending}
                        onClick={() => remove.mutate({ body: { id: one.id, version: one.version } })}
                      >
                        <DeleteOutlined />
                      </button>
                    </span>
                  )}
                </li>
              ))}
            </ol>
          )}
          {form && (
            <TemplateForm
              key={form === 'new' ? 'new' : form.id}
              template={form === 'new' ? null : form}
              division={inLanguage(division, divisionEn)}
              onClose={() => onForm(null)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

/** A removed template comes back as a new one. */
async function putBack({ name, code, division, s, o, a, p, memo }: NoteTemplate): Promise<void> {
  try {
    await call(upsertNoteTemplate, { body: { name, code, shared: division !== null, s, o, a, p, memo } })
  } catch (error) {
    showError(error)
  }
  await invalidateTags(['templates'])
}
