type FileResult = {
  name: string
  status: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}
export declare function failuresIn(files: readonly FileResult[], root: string): string[]
