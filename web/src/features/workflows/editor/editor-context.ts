import { createContext, use } from 'react'
import type { Editor } from './use-editor.ts'

export const EditorContext = createContext<Editor | null>(null)

/** The workflow that is edited. Only below the editor's page; throws elsewhere. */
export function useEditorContext(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('There is no editor around this.')
  return editor
}
