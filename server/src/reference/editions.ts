import type { ReferenceName } from '@teleward/contract/admin/reference.ts'

/** As `seeds/SOURCES.md` says it: who published a list, and of when it is. */
export const editions: Readonly<Record<ReferenceName, { publisher: string; edition: string }>> = {
  icd10: { publisher: '衛生福利部中央健康保險署', edition: 'ICD-10-CM 2023' },
  drug: { publisher: '衛生福利部食品藥物管理署', edition: '2026-08-10' },
  medication_frequency: { publisher: '衛生福利部', edition: 'TW Core IG 0.3.2' },
  medication_route: { publisher: '衛生福利部', edition: 'TW Core IG 0.3.2' },
  department: { publisher: '衛生福利部', edition: 'TW Core IG 0.3.2' },
  food: { publisher: 'US Department of Agriculture', edition: 'SR 27' },
  bank: { publisher: '金融監督管理委員會', edition: '2023-12' },
  bank_branch: { publisher: '金融監督管理委員會', edition: '2023-12' },
  synonym: { publisher: 'Teleward · Disease Ontology', edition: '–' },
}
