import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { problems } from '../reporting/errors.ts';

type ClaimInput = { readonly body: unknown; readonly files: readonly { readonly sha256: string }[] };

/**
 * Refuses files that arrived with other bytes than the device kept: `files_sha256[n]` belongs to
 * `files[n]` (src/sync/promises.md, hazard 24).
 */
export function checkClaimedHashes({ body, files }: ClaimInput): void {
  if (typeof body !== 'object' || body === null || !('files_sha256' in body)) return;
  const claimed = body.files_sha256;
  if (!Array.isArray(claimed) || claimed.length === 0) return;
  const same = claimed.length === files.length && files.every((file, position) => file.sha256 === claimed[position]);
  if (!same) throw problems.invalid({ files: [REFUSAL_TEXT.file_hash] });
}
