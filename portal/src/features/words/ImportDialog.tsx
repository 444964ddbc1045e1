import {
  importWords,
  WORD_IMPORT_MAX_BYTES,
  WORD_IMPORT_MAX_ROWS,
  type WordImportRow,
  wordImportTemplate,
} from '@teleward/contract/snippets/import-endpoints.ts'
import { useT } from '../../i18n/i18n.ts'
import { SheetImport, useSheetImport } from '../../patterns/SheetImport.tsx'

const MOST = { rows: WORD_IMPORT_MAX_ROWS, bytes: WORD_IMPORT_MAX_BYTES }

/** Canned words from a file. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const template = { endpoint: wordImportTemplate, input: {}, name: 'phrases.xlsx' }
  const job = useSheetImport(importWords, template, (chosen, commit) => ({ body: { ...chosen, commit } }))
  return (
    <SheetImport<WordImportRow>
      title={t('phrases.import')}
      most={MOST}
      columns={[
        { path: 'type', title: t('phrases.types'), text: ({ said }) => said.type && t(`phrases.type.${said.type}`) },
        { path: 'code', title: t('phrases.code'), text: ({ said }) => said.code },
        { path: 'word', title: t('phrases.text'), text: ({ said }) => <span className="wordcell">{said.word}</span> },
      ]}
      job={job}
      onClose={onClose}
    />
  )
}
