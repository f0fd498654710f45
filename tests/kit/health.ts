/** What `admin_health()` answers while nothing has happened yet; the calendar is connected. */
export const IDLE_HEALTH = {
  violations: 0,
  due_jobs: 0,
  oldest_due_job_seconds: 0,
  oldest_due_job_kind: null,
  dead_jobs: 0,
  dead_jobs_by_kind: {},
  last_job_done_at: null,
  last_webhook_at: null,
  last_webhook_event: null,
  unprocessed_webhooks: 0,
  open_orders: 0,
  failed_refunds: 0,
  unfinished_refunds: 0,
  unanswered_bookings: 0,
  overdue_sessions: 0,
  calendar: { token_state: 'ok', stored_at: null, checked_at: null },
} as const;
