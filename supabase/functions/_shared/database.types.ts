// Generated from supabase/migrations and the server functions by `npm run types`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      mentors: {
        Row: {
          answers_within: number | null;
          bio: string;
          city: string | null;
          companies: string[];
          created_at: string;
          expertise: string;
          homepage_display_order: number | null;
          id: string;
          image: string;
          is_demonstration: boolean;
          is_featured_on_homepage: boolean;
          is_taking_bookings: boolean;
          languages: string[];
          linkedin: string | null;
          listing_state: string;
          min_notice_minutes: number;
          name: string;
          price: number;
          rating: number;
          reviews: number;
          role: string | null;
          search_text: string;
          search_words: string[];
          session_minutes: number | null;
          shows_next_availability: boolean;
          slug: string;
          specializations: string[];
          taking_bookings_from: string | null;
          title: string;
          updated_at: string;
          video_url: string | null;
          years_of_experience: number | null;
        };
        Insert: {
          answers_within?: number | null;
          bio?: string;
          city?: string | null;
          companies?: string[];
          created_at?: string;
          expertise?: string;
          homepage_display_order?: number | null;
          id?: string;
          image?: string;
          is_demonstration?: boolean;
          is_featured_on_homepage?: boolean;
          is_taking_bookings?: boolean;
          languages?: string[];
          linkedin?: string | null;
          listing_state?: string;
          min_notice_minutes?: number;
          name: string;
          price?: number;
          rating?: number;
          reviews?: number;
          role?: string | null;
          search_text?: string;
          search_words?: string[];
          session_minutes?: number | null;
          shows_next_availability?: boolean;
          slug?: string;
          specializations?: string[];
          taking_bookings_from?: string | null;
          title?: string;
          updated_at?: string;
          video_url?: string | null;
          years_of_experience?: number | null;
        };
        Update: {
          answers_within?: number | null;
          bio?: string;
          city?: string | null;
          companies?: string[];
          created_at?: string;
          expertise?: string;
          homepage_display_order?: number | null;
          id?: string;
          image?: string;
          is_demonstration?: boolean;
          is_featured_on_homepage?: boolean;
          is_taking_bookings?: boolean;
          languages?: string[];
          linkedin?: string | null;
          listing_state?: string;
          min_notice_minutes?: number;
          name?: string;
          price?: number;
          rating?: number;
          reviews?: number;
          role?: string | null;
          search_text?: string;
          search_words?: string[];
          session_minutes?: number | null;
          shows_next_availability?: boolean;
          slug?: string;
          specializations?: string[];
          taking_bookings_from?: string | null;
          title?: string;
          updated_at?: string;
          video_url?: string | null;
          years_of_experience?: number | null;
        };
        Relationships: [];
      };
      profiles: {
        Row: {
          created_at: string;
          email: string | null;
          id: string;
          idea: string | null;
          industry: string | null;
          is_admin: boolean;
          is_phone_kept: boolean;
          name: string | null;
          phone: string | null;
          profile_completed: boolean;
          search_text: string | null;
          startup_name: string | null;
          vc_interest_submitted: boolean;
        };
        Insert: {
          created_at?: string;
          email?: string | null;
          id: string;
          idea?: string | null;
          industry?: string | null;
          is_admin?: boolean;
          is_phone_kept?: boolean;
          name?: string | null;
          phone?: string | null;
          profile_completed?: boolean;
          search_text?: never;
          startup_name?: string | null;
          vc_interest_submitted?: boolean;
        };
        Update: {
          created_at?: string;
          email?: string | null;
          id?: string;
          idea?: string | null;
          industry?: string | null;
          is_admin?: boolean;
          is_phone_kept?: boolean;
          name?: string | null;
          phone?: string | null;
          profile_completed?: boolean;
          search_text?: never;
          startup_name?: string | null;
          vc_interest_submitted?: boolean;
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      account_alert_for_jobs: { Args: { p_alert_id: number }; Returns: Json };
      alert_for_jobs: { Args: { p_admin_id: string; p_bucket: string }; Returns: Json };
      answer_account_alert: { Args: { p_token_hash: string }; Returns: Json };
      answer_by_link: {
        Args: {
          p_answer: string;
          p_answer_by: string;
          p_booking_id: string;
          p_email: string;
          p_mentor_id: string;
          p_reason_code?: string;
          p_reason_text?: string;
          p_times?: Json;
        };
        Returns: Json;
      };
      answer_story_name_by_link: {
        Args: { p_answer: string; p_email: string; p_mentor_id: string; p_story_id: string };
        Returns: undefined;
      };
      apply_retention: { Args: { p_rules: Json; p_started_at?: string }; Returns: Json };
      ask_calendar_check: { Args: Record<PropertyKey, never>; Returns: undefined };
      attach_provider_order: { Args: { p_order_id: string; p_provider_order_id: string }; Returns: undefined };
      begin_comparison: { Args: { p_day: string }; Returns: { ends_at: string; starts_at: string }[] };
      begin_identity_check: { Args: { p_session_id: string; p_user_id: string }; Returns: Json };
      begin_invitations: { Args: { p_booking_id: string }; Returns: boolean };
      begin_round: { Args: { p_release: number; p_worker: string }; Returns: boolean };
      booking_for_jobs: {
        Args: { p_booking_id: string };
        Returns: {
          amount_paise: number;
          answer_by: string;
          approval_mode: string;
          brief: Json;
          brief_revision: number;
          calendar_error: string;
          calendar_event_id: string;
          calendar_html_link: string;
          calendar_state: string;
          code: string;
          created_at: string;
          currency: string;
          date: string;
          decision_cause: string;
          decision_reason: string;
          end_time: string;
          ends_at: string;
          founder_email: string;
          founder_id: string;
          founder_name: string;
          google_meet_link: string;
          id: string;
          incident: string;
          max_working_days: number;
          mentor_clocks: Json;
          mentor_email: string;
          mentor_has_account: boolean;
          mentor_id: string;
          mentor_name: string;
          mentor_zone: string;
          min_working_days: number;
          notes: string;
          payment_id: string;
          refund_state: string;
          sequence: number;
          start_time: string;
          starts_at: string;
          status: string;
          suggestions: Json;
        }[];
      };
      calendar_for_order: {
        Args: { p_date: string; p_end_time: string; p_mentor_id: string; p_start_time: string };
        Returns: {
          calendars: string[];
          checks_from: string;
          checks_to: string;
          connection: string;
          refresh_token_encrypted: string;
        }[];
      };
      calendar_revoke: { Args: { p_revoke_id: string }; Returns: string };
      check_audit_chain: { Args: { p_after?: number; p_limit?: number }; Returns: Json };
      check_in_by_link: { Args: { p_answer?: Json; p_id: string }; Returns: Json };
      check_in_for_jobs: { Args: { p_booking_id: string; p_day: number }; Returns: Json };
      claim_alarm_mails: { Args: Record<PropertyKey, never>; Returns: Json };
      claim_calendar_checks: {
        Args: { p_limit?: number; p_mentor_id?: string };
        Returns: {
          calendars: string[];
          checks_from: string;
          checks_to: string;
          connection: string;
          is_whole: boolean;
          mentor_id: string;
          refresh_token_encrypted: string;
        }[];
      };
      claim_jobs: {
        Args: { p_kinds: string[]; p_limit?: number };
        Returns: { attempts: number; id: string; kind: string; leased_until: string; payload: Json; tries: number }[];
      };
      claim_order_checks: { Args: { p_limit?: number }; Returns: { order_id: string; provider_order_id: string }[] };
      compare_events: { Args: { p_day: string; p_events: Json }; Returns: undefined };
      compare_payments: { Args: { p_day: string; p_is_first_look?: boolean; p_payments: Json }; Returns: undefined };
      compare_refunds: { Args: { p_day: string; p_refunds: Json }; Returns: undefined };
      complete_job: { Args: { p_attempt: number; p_job_id: string }; Returns: boolean };
      complete_sessions: { Args: { p_limit?: number }; Returns: number };
      consume_calendar_state: { Args: { p_expires_at: string; p_nonce: string }; Returns: boolean };
      count_figures: { Args: Record<PropertyKey, never>; Returns: Json };
      count_jobs: { Args: { p_counts: Json }; Returns: undefined };
      count_nightly: { Args: { p_kind: string }; Returns: undefined };
      count_submission: { Args: { p_form: string; p_source: string }; Returns: undefined };
      count_violations: { Args: Record<PropertyKey, never>; Returns: number };
      create_mentor_invitation: { Args: { p_mentor_id: string; p_sent_by: string }; Returns: Json };
      create_payment_order: {
        Args: {
          p_booking_id: string;
          p_brief?: Json;
          p_date: string;
          p_end_time: string;
          p_mentor_id: string;
          p_start_time: string;
          p_user_id: string;
        };
        Returns: {
          amount_paise: number;
          booking_id: string;
          currency: string;
          expires_at: string;
          mentor_name: string;
          order_id: string;
          provider_order_id: string;
        }[];
      };
      delete_account: {
        Args: { p_by?: string; p_reason?: string; p_sealed?: string; p_user_id: string };
        Returns: undefined;
      };
      disconnect_calendar: { Args: Record<PropertyKey, never>; Returns: boolean };
      end_calendar_revoke: { Args: { p_revoke_id: string }; Returns: undefined };
      end_pauses: { Args: { p_limit?: number }; Returns: number };
      end_round: { Args: { p_done: number; p_failed: number; p_worker: string }; Returns: undefined };
      end_unanswered_bookings: { Args: { p_limit?: number }; Returns: number };
      enqueue_job: { Args: { p_key?: string; p_kind: string; p_payload: Json; p_run_at?: string }; Returns: string };
      events_to_compare: {
        Args: { p_after?: string; p_limit?: number };
        Returns: {
          booking_id: string;
          ends_at: string;
          event_id: string;
          sequence: number;
          starts_at: string;
          takes_place: boolean;
        }[];
      };
      expire_invitations: { Args: Record<PropertyKey, never>; Returns: number };
      expire_proposals: { Args: { p_limit?: number }; Returns: number };
      expire_requests: { Args: { p_limit?: number }; Returns: number };
      export_my_data: { Args: Record<PropertyKey, never>; Returns: Json };
      fail_job: {
        Args: { p_attempt: number; p_error: string; p_job_id: string; p_permanent?: boolean };
        Returns: boolean;
      };
      finish_alarm_mail: { Args: { p_id: string; p_is_sent: boolean }; Returns: undefined };
      finish_comparison: { Args: { p_calendar: string; p_day: string }; Returns: undefined };
      finish_identity_check: {
        Args: { p_check_id: string; p_made_session_id?: string; p_outcome: string; p_session_id: string };
        Returns: string;
      };
      forget_unread_calendars: { Args: Record<PropertyKey, never>; Returns: number };
      generate_due_availability: { Args: { p_limit?: number }; Returns: number };
      invitation_for_jobs: { Args: { p_invitation_id: string }; Returns: Json };
      keep_search: { Args: Record<PropertyKey, never>; Returns: undefined };
      list_unused_files: { Args: { p_file: string }; Returns: string[] };
      look_at_account_alert: { Args: { p_token_hash: string }; Returns: Json };
      mail_stop_by_link: { Args: { p_is_stopped?: boolean; p_kind: string; p_user_id: string }; Returns: Json };
      mark_google_token: {
        Args: { p_refresh_token_encrypted: string; p_renewed?: string; p_state: string };
        Returns: boolean;
      };
      mark_mentor_calendar: {
        Args: {
          p_connection: string;
          p_error?: string;
          p_is_whole?: boolean;
          p_mentor_id: string;
          p_outcome: string;
          p_renewed?: string;
          p_retry_after_seconds?: number;
        };
        Returns: boolean;
      };
      match_mentors: {
        Args: { p_source: string; p_text: string };
        Returns: {
          answers_within: number;
          expertise: string;
          id: string;
          image: string;
          name: string;
          price: number;
          rating: number;
          reasons: Json;
          reviews: number;
          session_minutes: number;
          slug: string;
          title: string;
        }[];
      };
      mentor_mail_facts: { Args: { p_job_id?: string; p_payload: Json }; Returns: Json };
      metrics: { Args: Record<PropertyKey, never>; Returns: Json };
      my_account_state: { Args: Record<PropertyKey, never>; Returns: Json };
      my_calendar_account: { Args: Record<PropertyKey, never>; Returns: Json };
      my_chance_of: {
        Args: { p_date: string; p_end_time: string; p_mentor_id: string; p_start_time: string };
        Returns: Json;
      };
      my_order: { Args: { p_provider_order_id: string }; Returns: Json };
      note_skipped_calendar_check: { Args: { p_mentor_id: string; p_reason: string }; Returns: undefined };
      open_bank_file: { Args: { p_month: string; p_payouts: Json }; Returns: Json };
      open_payout_details: { Args: { p_mentor_id: string }; Returns: Json };
      payments_not_seen: { Args: { p_day: string; p_limit?: number }; Returns: { payment_id: string }[] };
      plan_alerts: { Args: Record<PropertyKey, never>; Returns: number };
      plan_calendar_jobs: { Args: { p_limit?: number }; Returns: undefined };
      plan_statements: { Args: { p_now?: string }; Returns: undefined };
      plan_weekly_overviews: { Args: { p_now?: string }; Returns: number };
      postpone_job: {
        Args: { p_attempt: number; p_error: string; p_job_id: string; p_seconds: number };
        Returns: boolean;
      };
      process_webhook_event: {
        Args: { p_event_id: string };
        Returns: { booking_id: string; outcome: string; payment_id: string }[];
      };
      queue_account_alert: {
        Args: { p_alert_id: number; p_mail: Json; p_other_mail?: Json; p_token_hash: string };
        Returns: undefined;
      };
      queue_check_in: { Args: { p_booking_id: string; p_day: number; p_mail: Json }; Returns: undefined };
      queue_mentor_invitation: {
        Args: { p_invitation_id: string; p_mail: Json; p_token_hash: string };
        Returns: undefined;
      };
      queue_slot_alert: { Args: { p_alert_id: string; p_mail: Json }; Returns: undefined };
      queue_story_mail: { Args: { p_mail: Json; p_mail_name: string; p_story_id: string }; Returns: undefined };
      read_google_token: {
        Args: Record<PropertyKey, never>;
        Returns: { checked_at: string; refresh_token_encrypted: string; stored_at: string; token_state: string }[];
      };
      read_receipt: {
        Args: { p_booking_id: string };
        Returns: {
          amount_paise: number;
          booking_id: string;
          code: string;
          currency: string;
          date: string;
          end_time: string;
          founder_name: string;
          issued_at: string;
          mentor_name: string;
          method: string;
          paid_at: string;
          payment_id: string;
          receipt_number: string;
          refund_at: string;
          refund_paise: number;
          refund_state: string;
          start_time: string;
          status: string;
        }[];
      };
      record_busy_times: {
        Args: {
          p_busy: Json;
          p_connection: string;
          p_from: string;
          p_is_live?: boolean;
          p_mentor_id: string;
          p_to: string;
          p_unread?: string[];
        };
        Returns: boolean;
      };
      record_calendar_event: {
        Args: {
          p_booking_id: string;
          p_error?: string;
          p_event_id?: string;
          p_hides_guests?: boolean;
          p_html_link?: string;
          p_meet_link?: string;
          p_sequence: number;
          p_state: string;
        };
        Returns: boolean;
      };
      record_hidden_guests: { Args: { p_booking_id: string }; Returns: undefined };
      record_refund: {
        Args: { p_provider_refund_id: string; p_reason?: string; p_refund_id: string; p_state: string };
        Returns: undefined;
      };
      record_webhook_event: { Args: { p_event: string; p_event_id: string; p_payload: Json }; Returns: boolean };
      recovery_mail_for_jobs: { Args: { p_alert_id: number }; Returns: string };
      refund_to_send: {
        Args: { p_refund_id: string };
        Returns: {
          amount_paise: number;
          failed_refund_ids: string[];
          idempotency_key: string;
          payment_id: string;
          provider_refund_id: string;
          reason: string;
          refund_id: string;
          state: string;
        }[];
      };
      release_payment_order: { Args: { p_order_id: string }; Returns: undefined };
      renew_lead: { Args: { p_worker: string }; Returns: boolean };
      renew_payout_details: { Args: { p_renewed: string; p_sealed: string }; Returns: undefined };
      report_missing_payment: { Args: { p_payment_id: string }; Returns: undefined };
      report_order_check: { Args: { p_answer: string; p_order_id: string }; Returns: undefined };
      request_by_link: { Args: { p_booking_id: string }; Returns: Json };
      request_for_jobs: {
        Args: { p_request_id: string };
        Returns: { booking_id: string; decline_reason: string; id: string; kind: string; state: string }[];
      };
      require_my_proof: { Args: Record<PropertyKey, never>; Returns: string };
      save_calendar_list: { Args: { p_calendars: string[]; p_was?: string[] }; Returns: undefined };
      seal_audit_log: { Args: Record<PropertyKey, never>; Returns: Json };
      set_up_administrators: { Args: { p_emails: string[] }; Returns: number };
      settle_payment: {
        Args: {
          p_amount_paise: number;
          p_currency: string;
          p_method?: string;
          p_payment_id: string;
          p_provider_order_id: string;
        };
        Returns: { booking_id: string; outcome: string; reason: string }[];
      };
      settle_webhook_event: {
        Args: {
          p_amount_paise?: number;
          p_currency?: string;
          p_event_id: string;
          p_payment_id?: string;
          p_provider_order_id?: string;
          p_status: string;
        };
        Returns: string;
      };
      slot_alerts_for_jobs: { Args: { p_mentor_id: string }; Returns: Json };
      store_google_token: { Args: { p_actor?: string; p_refresh_token_encrypted: string }; Returns: undefined };
      store_mentor_calendar: {
        Args: { p_google_email: string; p_mentor_id: string; p_refresh_token_encrypted: string; p_user_id: string };
        Returns: string;
      };
      store_payout_details: {
        Args: { p_has_pan: boolean; p_kind: string; p_masked: string; p_sealed: string; p_user_id: string };
        Returns: Json;
      };
      story_for_service: { Args: { p_story_id: string }; Returns: Json };
      submit_impact_story: {
        Args: { p_experience: string; p_id?: string; p_image_url?: string; p_name: string; p_source: string };
        Returns: undefined;
      };
      submit_mentor_application: {
        Args: {
          p_email?: string;
          p_id?: string;
          p_linkedin: string;
          p_name: string;
          p_phone: string;
          p_source: string;
        };
        Returns: undefined;
      };
      submit_mentor_request: {
        Args: { p_email: string; p_filters?: Json; p_id: string; p_source: string; p_text: string; p_user_id?: string };
        Returns: undefined;
      };
      summary_for_jobs: { Args: { p_booking_id: string }; Returns: Json };
      summary_wanted_for_jobs: { Args: { p_booking_id: string }; Returns: string };
      sweep_mentor_calendars: { Args: Record<PropertyKey, never>; Returns: undefined };
      sweep_unused_files: { Args: Record<PropertyKey, never>; Returns: number };
      take_invitation: { Args: { p_action?: string; p_token_hash: string; p_user_id?: string }; Returns: Json };
      wants_mentor_mail: { Args: { p_kind: string; p_mentor_id: string }; Returns: boolean };
      wants_reminders: { Args: { p_user_id: string }; Returns: boolean };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};
