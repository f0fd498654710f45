/** Optional e-mails by who gets them (docs/product/notifications.md#optional-e-mails); the database's are private.mail_stop_kinds(). */
export const FOUNDER_MAIL_KINDS = ['check_ins', 'slot_alerts'] as const;
export const MENTOR_MAIL_KINDS = ['session_summaries'] as const;
