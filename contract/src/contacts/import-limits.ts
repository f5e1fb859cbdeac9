export const importLimits = {
  fileBytes: 512 * 1024 * 1024,
  rows: 1_000_000,
  columns: 200,
  /** Of an Excel file, which is read as a whole. */
  workbookBytes: 16 * 1024 * 1024,
  /** Rows above the head: a title, or the line by which Excel names the separator. */
  titleRows: 20,
  /** Values of a column that do not fit its guessed type, and are shown. */
  outliers: 20,
  /** Of one request that brings a part of the file. */
  pieceBytes: 4 * 1024 * 1024,
  previewRows: 20,
  undoDays: 30,
  /** Rows with errors that are shown, and corrected, at once. */
  correctedRows: 50,
  /** Days for which the file of a failed or stopped import is stored, so that it can resume. */
  resumeDays: 7,
} as const

export const importEncodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15', 'macintosh', 'windows-1250', 'iso-8859-2'] as const),
  ...(['windows-1251', 'koi8-r', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-874'] as const),
  ...(['shift_jis', 'euc-jp', 'iso-2022-jp', 'gb18030', 'big5', 'euc-kr'] as const),
] as const
