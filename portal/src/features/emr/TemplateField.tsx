import { FileTextOutlined } from '@ant-design/icons'
import { getNoteTemplates, type NoteTemplate } from '@teleward/contract/snippets/template-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { language, t } from '../../i18n/i18n.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { FindField } from './FindField.tsx'
import { templatesBy } from './templates.ts'

const none: readonly NoteTemplate[] = []

/** Over the note: the templates of one's own and of one's division, found by name or code. */
export function TemplateField({ onPick, onClose }: { onPick: (one: NoteTemplate) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { data, error, isPending } = useQuery(endpointQuery(getNoteTemplates, {}))
  useLayoutEffect(() => input.current?.focus(), [])
  const items = data ? templatesBy(data.templates, text) : none
  return (
    <FindField
      label={t('phrases.template.find')}
      placeholder={t('phrases.template.find')}
      className="icdin tplin"
      icon={<FileTextOutlined />}
      after={<Kbd keys="Esc" />}
      input={input}
      maxLength={80}
      text={text}
      onText={setText}
      offers
      offersNone
      items={items}
      keyOf={({ id }) => String(id)}
      render={(one) => (
        <>
          {one.code && <span className="code b c-pri">{one.code}</span>}
          <span className="grow">
            <span className="nm">
              <b>{one.name}</b>
            </span>
            <span className="t3 f12 ell alt">{[one.s, one.o, one.a, one.p, one.memo].filter(Boolean).join(' ')}</span>
          </span>
          {one.division && (
            <span className="tag">{language() === 'en' ? (one.divisionEn ?? one.division) : one.division}</span>
          )}
        </>
      )}
      minWidth={420}
      waits={isPending}
      error={error}
      guessed={false}
      none={t(data?.templates.length === 0 ? 'phrases.template.noneYet' : 'phrases.template.notFound')}
      onPick={(one) => {
        onPick(one)
        return true
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      onEscape={onClose}
    />
  )
}
