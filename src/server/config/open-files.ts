/** How many files this process may have open; Infinity where the system sets no limit. */
export function openFilesMax(): number {
  const { report } = process;
  // Otherwise the report looks up the names of all connected machines, and waits for that.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : Infinity;
}
