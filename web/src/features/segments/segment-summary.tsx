import { useQuery } from '@tanstack/react-query'
import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import { currentLanguage } from '../../lib/words.ts'
import { choicesQuery } from './api.ts'
import { describeSegmentRules } from './describe-segment-rules.ts'

interface SegmentSummaryProps {
  rules: SegmentGroup
  /** The server's English summary: shown until the names in the rules are loaded. */
  summary: string
}

/** Describes the rules in the language of the page. */
export function SegmentSummary({ rules, summary }: SegmentSummaryProps) {
  const isEnglish = currentLanguage() === 'en'
  const { data } = useQuery({ ...choicesQuery, enabled: !isEnglish })
  return (!isEnglish && data && describeSegmentRules(rules, data)) || summary
}
