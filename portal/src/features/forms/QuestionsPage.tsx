import { Desk } from './Desk.tsx'
import { QuestionnaireList } from './QuestionnaireList.tsx'
import { useQuestionsSearch } from './search.ts'
import './forms-staff.css'

/** `/questionsmgmt`: the questionnaires, and one of them with its answers. */
export default function QuestionsPage() {
  const search = useQuestionsSearch()
  const [{ id }] = search
  return id === undefined ? <QuestionnaireList search={search} /> : <Desk key={id} id={id} search={search} />
}
