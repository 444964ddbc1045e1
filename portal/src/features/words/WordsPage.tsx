import './words.css'
import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { getWords } from '@teleward/contract/snippets/endpoints.ts'
import { type Word, wordTypes } from '@teleward/contract/snippets/schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { NoteTemplate } from '@teleward/contract/snippets/template-endpoints.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { z } from 'zod'
import { endpointQuery } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { EmptyState } from '../../ui/states.tsx'
import { WordForm } from './WordForm.tsx'
import { WordList } from './WordList.tsx'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))
const Templates = lazy(() => import('./Templates.tsx'))
const search = z.object({ type: z.enum([...wordTypes, 'template']).default('s') })

/** `/setting/setword`: one's own canned words, by where they are used, in one's own order. */
export default function WordsPage() {
  const t = useT()
  const [{ type }, change] = useSearchState(search)
  const answer = useQuery(endpointQuery(getWords, { query: {} }))
  /** `null`: none is open; without an id it is a new one. */
  const [form, setForm] = useState<Partial<Word> | null>(null)
  const [template, setTemplate] = useState<NoteTemplate | 'new' | null>(null)
  const [importing, setImporting] = useState(false)
  const counts = useMemo(() => Map.groupBy(answer.data ?? [], (word) => word.type), [answer.data])
  const templates = type === 'template'
  const add = () => (templates ? setTemplate('new') : setForm({}))
  useKeys([{ keys: 'a', label: t('phrases.key.add'), run: add }], form === null && template === null && !importing)
  return (
    <>
      <div className="pagehead">
        <h1>{t('phrases.page')}</h1>
        <div className="act">
          <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
            {t('phrases.import')}
          </Button>
          <Button kind="primary" icon={<PlusOutlined />} onClick={add}>
            {t(templates ? 'phrases.template.add' : 'phrases.add')}
          </Button>
        </div>
      </div>
      <UrlTabs
        label={t('phrases.types')}
        tabs={[
          ...wordTypes.map((one) => ({
            key: one,
            name: t(`phrases.type.${one}`),
            aside: answer.data && <span className="t3 num"> {counts.get(one)?.length ?? 0}</span>,
          })),
          { key: 'template' as const, name: t('phrases.template.many') },
        ]}
        tab={type}
        parameter="type"
        onTab={(next) => change({ type: next })}
      />
      {templates ? (
        <Suspense>
          <Templates form={template} onForm={setTemplate} />
        </Suspense>
      ) : (
        <Loaded answer={answer} failed={t('phrases.failed')} lines={8}>
          {() => {
            const words = counts.get(type) ?? []
            if (words.length > 0) return <WordList key={type} type={type} words={words} onEdit={setForm} />
            return (
              <EmptyState
                title={t('phrases.none')}
                text={t('phrases.noneText')}
                actions={
                  <Button kind="primary" icon={<PlusOutlined />} onClick={add}>
                    {t('phrases.add')}
                  </Button>
                }
              />
            )
          }}
        </Loaded>
      )}
      {form && !templates && <WordForm key={form.id ?? 'new'} type={type} word={form} onClose={() => setForm(null)} />}
      {importing && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}
