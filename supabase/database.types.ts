// Generated from supabase/migrations by `npm run types`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      action_items: {
        Row: {
          booking_id: string;
          created_at: string;
          done_at: string | null;
          due_on: string | null;
          id: string;
          owner: string;
          revision: number;
          text: string;
        };
        Insert: {
          booking_id: string;
          created_at?: string;
          done_at?: string | null;
          due_on?: string | null;
          id?: string;
          owner: string;
          revision?: number;
          text: string;
        };
        Update: {
          booking_id?: string;
          created_at?: string;
          done_at?: string | null;
          due_on?: string | null;
          id?: string;
          owner?: string;
          revision?: number;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'action_items_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      bookings: {
        Row: {
          answer_by: string;
          approval_mode: string;
          code: string;
          created_at: string;
          date: string;
          decision_cause: string | null;
          decision_reason: string | null;
          during: unknown;
          end_time: string;
          founder_moves: number;
          google_calendar_event_id: string | null;
          google_meet_link: string | null;
          id: string;
          incident: string | null;
          incident_asked_at: string | null;
          incident_at: string | null;
          mentor_id: string | null;
          mentor_image: string;
          mentor_name: string;
          notes: string | null;
          start_time: string;
          status: string;
          user_email: string | null;
          user_id: string | null;
        };
        Insert: {
          answer_by: string;
          approval_mode?: string;
          code?: string;
          created_at?: string;
          date: string;
          decision_cause?: string | null;
          decision_reason?: string | null;
          during?: never;
          end_time: string;
          founder_moves?: number;
          google_calendar_event_id?: string | null;
          google_meet_link?: string | null;
          id?: string;
          incident?: string | null;
          incident_asked_at?: string | null;
          incident_at?: string | null;
          mentor_id?: string | null;
          mentor_image?: string;
          mentor_name: string;
          notes?: string | null;
          start_time: string;
          status?: string;
          user_email?: string | null;
          user_id?: string | null;
        };
        Update: {
          answer_by?: string;
          approval_mode?: string;
          code?: string;
          created_at?: string;
          date?: string;
          decision_cause?: string | null;
          decision_reason?: string | null;
          during?: never;
          end_time?: string;
          founder_moves?: number;
          google_calendar_event_id?: string | null;
          google_meet_link?: string | null;
          id?: string;
          incident?: string | null;
          incident_asked_at?: string | null;
          incident_at?: string | null;
          mentor_id?: string | null;
          mentor_image?: string;
          mentor_name?: string;
          notes?: string | null;
          start_time?: string;
          status?: string;
          user_email?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bookings_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bookings_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      categories: {
        Row: {
          description: string;
          icon: string;
          id: string;
          name: string;
          order_index: number;
          slug: string;
          updated_at: string;
        };
        Insert: {
          description?: string;
          icon?: string;
          id?: string;
          name: string;
          order_index?: number;
          slug?: string;
          updated_at?: string;
        };
        Update: {
          description?: string;
          icon?: string;
          id?: string;
          name?: string;
          order_index?: number;
          slug?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      change_requests: {
        Row: {
          answered_at: string | null;
          asked_at: string;
          booking_id: string;
          decline_reason: string | null;
          id: string;
          kind: string;
          message: string;
          state: string;
          user_id: string | null;
        };
        Insert: {
          answered_at?: string | null;
          asked_at?: string;
          booking_id: string;
          decline_reason?: string | null;
          id?: string;
          kind: string;
          message?: string;
          state?: string;
          user_id?: string | null;
        };
        Update: {
          answered_at?: string | null;
          asked_at?: string;
          booking_id?: string;
          decline_reason?: string | null;
          id?: string;
          kind?: string;
          message?: string;
          state?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'change_requests_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'change_requests_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      favourites: {
        Row: { created_at: string; mentor_id: string; user_id: string };
        Insert: { created_at?: string; mentor_id: string; user_id: string };
        Update: { created_at?: string; mentor_id?: string; user_id?: string };
        Relationships: [
          {
            foreignKeyName: 'favourites_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'favourites_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      holidays: {
        Row: { date: string; name: string };
        Insert: { date: string; name: string };
        Update: { date?: string; name?: string };
        Relationships: [];
      };
      impact_stories: {
        Row: {
          created_at: string;
          experience: string;
          id: string;
          image_url: string | null;
          is_approved: boolean;
          name: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          experience: string;
          id?: string;
          image_url?: string | null;
          is_approved?: boolean;
          name: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          experience?: string;
          id?: string;
          image_url?: string | null;
          is_approved?: boolean;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      mentor_applications: {
        Row: {
          created_at: string;
          decided_at: string | null;
          email: string | null;
          id: string;
          linkedin: string;
          mentor_id: string | null;
          name: string;
          phone: string;
          search_text: string | null;
          status: string;
        };
        Insert: {
          created_at?: string;
          decided_at?: string | null;
          email?: string | null;
          id?: string;
          linkedin: string;
          mentor_id?: string | null;
          name: string;
          phone: string;
          search_text?: never;
          status?: string;
        };
        Update: {
          created_at?: string;
          decided_at?: string | null;
          email?: string | null;
          id?: string;
          linkedin?: string;
          mentor_id?: string | null;
          name?: string;
          phone?: string;
          search_text?: never;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'mentor_applications_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
        ];
      };
      mentor_availability: {
        Row: {
          date: string;
          during: unknown;
          end_time: string;
          hidden_because: string | null;
          id: string;
          is_booked: boolean;
          mentor_id: string;
          source: string;
          start_time: string;
        };
        Insert: {
          date: string;
          during?: never;
          end_time: string;
          hidden_because?: string | null;
          id?: string;
          is_booked?: boolean;
          mentor_id: string;
          source?: string;
          start_time: string;
        };
        Update: {
          date?: string;
          during?: never;
          end_time?: string;
          hidden_because?: string | null;
          id?: string;
          is_booked?: boolean;
          mentor_id?: string;
          source?: string;
          start_time?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'mentor_availability_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
        ];
      };
      mentor_categories: {
        Row: { category_id: string; mentor_id: string };
        Insert: { category_id: string; mentor_id: string };
        Update: { category_id?: string; mentor_id?: string };
        Relationships: [
          {
            foreignKeyName: 'mentor_categories_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'mentor_categories_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
        ];
      };
      mentor_date_overrides: {
        Row: { date: string; mentor_id: string; ranges: unknown };
        Insert: { date: string; mentor_id: string; ranges: unknown };
        Update: { date?: string; mentor_id?: string; ranges?: unknown };
        Relationships: [
          {
            foreignKeyName: 'mentor_date_overrides_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
        ];
      };
      mentor_drafts: {
        Row: {
          base: NonNullable<Json>;
          decided_at: string | null;
          decided_by: string | null;
          fields: NonNullable<Json>;
          id: string;
          mentor_id: string;
          note: string | null;
          published: string[];
          state: string;
          submitted_at: string | null;
          updated_at: string;
        };
        Insert: {
          base?: NonNullable<Json>;
          decided_at?: string | null;
          decided_by?: string | null;
          fields?: NonNullable<Json>;
          id?: string;
          mentor_id: string;
          note?: string | null;
          published?: string[];
          state?: string;
          submitted_at?: string | null;
          updated_at?: string;
        };
        Update: {
          base?: NonNullable<Json>;
          decided_at?: string | null;
          decided_by?: string | null;
          fields?: NonNullable<Json>;
          id?: string;
          mentor_id?: string;
          note?: string | null;
          published?: string[];
          state?: string;
          submitted_at?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'mentor_drafts_decided_by_fkey';
            columns: ['decided_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'mentor_drafts_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
        ];
      };
      mentor_private: {
        Row: { email: string; mentor_id: string; user_id: string | null };
        Insert: { email: string; mentor_id: string; user_id?: string | null };
        Update: { email?: string; mentor_id?: string; user_id?: string | null };
        Relationships: [
          {
            foreignKeyName: 'mentor_private_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: true;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'mentor_private_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: true;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      mentor_reviews: {
        Row: {
          author_name: string;
          comment: string;
          created_at: string;
          id: string;
          is_demonstration: boolean;
          is_of_session: boolean;
          mentor_id: string;
          rating: number;
        };
        Insert: {
          author_name: string;
          comment?: string;
          created_at?: string;
          id?: string;
          is_demonstration?: boolean;
          is_of_session?: boolean;
          mentor_id: string;
          rating: number;
        };
        Update: {
          author_name?: string;
          comment?: string;
          created_at?: string;
          id?: string;
          is_demonstration?: boolean;
          is_of_session?: boolean;
          mentor_id?: string;
          rating?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'mentor_reviews_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
        ];
      };
      mentor_settings: {
        Row: {
          buffer_after_minutes: number;
          buffer_before_minutes: number;
          hides_first_steps: boolean;
          max_per_day: number | null;
          max_per_week: number | null;
          mentor_id: string;
          notifications: NonNullable<Json>;
          time_zone: string;
          updated_at: string;
          window_weeks: number;
        };
        Insert: {
          buffer_after_minutes?: number;
          buffer_before_minutes?: number;
          hides_first_steps?: boolean;
          max_per_day?: number | null;
          max_per_week?: number | null;
          mentor_id: string;
          notifications?: NonNullable<Json>;
          time_zone?: string;
          updated_at?: string;
          window_weeks?: number;
        };
        Update: {
          buffer_after_minutes?: number;
          buffer_before_minutes?: number;
          hides_first_steps?: boolean;
          max_per_day?: number | null;
          max_per_week?: number | null;
          mentor_id?: string;
          notifications?: NonNullable<Json>;
          time_zone?: string;
          updated_at?: string;
          window_weeks?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'mentor_settings_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: true;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
        ];
      };
      mentor_time_off: {
        Row: { first_day: string; id: string; last_day: string; mentor_id: string; note: string | null };
        Insert: { first_day: string; id?: string; last_day: string; mentor_id: string; note?: string | null };
        Update: { first_day?: string; id?: string; last_day?: string; mentor_id?: string; note?: string | null };
        Relationships: [
          {
            foreignKeyName: 'mentor_time_off_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
        ];
      };
      mentor_weekly_hours: {
        Row: { end_minute: number; mentor_id: string; start_minute: number; weekday: number };
        Insert: { end_minute: number; mentor_id: string; start_minute: number; weekday: number };
        Update: { end_minute?: number; mentor_id?: string; start_minute?: number; weekday?: number };
        Relationships: [
          {
            foreignKeyName: 'mentor_weekly_hours_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
        ];
      };
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
      partner_logos: {
        Row: {
          created_at: string;
          id: string;
          image_url: string;
          name: string;
          order_index: number;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          image_url: string;
          name: string;
          order_index?: number;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          image_url?: string;
          name?: string;
          order_index?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      podcasts: {
        Row: {
          created_at: string;
          description: string | null;
          id: string;
          is_featured: boolean;
          published: boolean;
          thumbnail_url: string | null;
          title: string;
          updated_at: string;
          youtube_id: string;
          youtube_url: string;
        };
        Insert: {
          created_at?: string;
          description?: string | null;
          id?: string;
          is_featured?: boolean;
          published?: boolean;
          thumbnail_url?: string | null;
          title: string;
          updated_at?: string;
          youtube_id: string;
          youtube_url: string;
        };
        Update: {
          created_at?: string;
          description?: string | null;
          id?: string;
          is_featured?: boolean;
          published?: boolean;
          thumbnail_url?: string | null;
          title?: string;
          updated_at?: string;
          youtube_id?: string;
          youtube_url?: string;
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
      promise_days: {
        Row: {
          answer_hours: number[];
          answered: number;
          answered_in_time: number;
          asked: number;
          cancelled: number;
          counted_at: string;
          day: string;
          founder_missed: number;
          held: number;
          helped: number;
          is_demonstration: boolean;
          mentor_missed: number;
          refunds: number;
          refunds_in_time: number;
          requests: number;
          sessions: number;
          unanswered: number;
          unanswered_refunded: number;
        };
        Insert: {
          answer_hours: number[];
          answered: number;
          answered_in_time: number;
          asked: number;
          cancelled: number;
          counted_at?: string;
          day: string;
          founder_missed: number;
          held: number;
          helped: number;
          is_demonstration: boolean;
          mentor_missed: number;
          refunds: number;
          refunds_in_time: number;
          requests: number;
          sessions: number;
          unanswered: number;
          unanswered_refunded: number;
        };
        Update: {
          answer_hours?: number[];
          answered?: number;
          answered_in_time?: number;
          asked?: number;
          cancelled?: number;
          counted_at?: string;
          day?: string;
          founder_missed?: number;
          held?: number;
          helped?: number;
          is_demonstration?: boolean;
          mentor_missed?: number;
          refunds?: number;
          refunds_in_time?: number;
          requests?: number;
          sessions?: number;
          unanswered?: number;
          unanswered_refunded?: number;
        };
        Relationships: [];
      };
      public_counters: {
        Row: {
          counted_at: string;
          founders: number;
          id: boolean;
          is_demonstration: boolean;
          mentors: number;
          sessions_held: number;
          verified_stories: number;
        };
        Insert: {
          counted_at: string;
          founders: number;
          id?: boolean;
          is_demonstration: boolean;
          mentors: number;
          sessions_held: number;
          verified_stories: number;
        };
        Update: {
          counted_at?: string;
          founders?: number;
          id?: boolean;
          is_demonstration?: boolean;
          mentors?: number;
          sessions_held?: number;
          verified_stories?: number;
        };
        Relationships: [];
      };
      review_replies: {
        Row: {
          body: string;
          created_at: string;
          deleted_at: string | null;
          edited_at: string | null;
          mentor_id: string;
          removed_at: string | null;
          review_id: string;
        };
        Insert: {
          body: string;
          created_at?: string;
          deleted_at?: string | null;
          edited_at?: string | null;
          mentor_id: string;
          removed_at?: string | null;
          review_id: string;
        };
        Update: {
          body?: string;
          created_at?: string;
          deleted_at?: string | null;
          edited_at?: string | null;
          mentor_id?: string;
          removed_at?: string | null;
          review_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'review_replies_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'review_replies_review_id_fkey';
            columns: ['review_id'];
            isOneToOne: true;
            referencedRelation: 'mentor_reviews';
            referencedColumns: ['id'];
          },
        ];
      };
      review_reports: {
        Row: {
          created_at: string;
          decided_at: string | null;
          decided_by: string | null;
          id: string;
          mentor_id: string;
          reason: string;
          review_id: string | null;
          state: string;
          text: string | null;
        };
        Insert: {
          created_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          id?: string;
          mentor_id: string;
          reason: string;
          review_id?: string | null;
          state?: string;
          text?: string | null;
        };
        Update: {
          created_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          id?: string;
          mentor_id?: string;
          reason?: string;
          review_id?: string | null;
          state?: string;
          text?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'review_reports_decided_by_fkey';
            columns: ['decided_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'review_reports_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'review_reports_review_id_fkey';
            columns: ['review_id'];
            isOneToOne: false;
            referencedRelation: 'mentor_reviews';
            referencedColumns: ['id'];
          },
        ];
      };
      search_synonyms: {
        Row: {
          id: string;
          is_both_ways: boolean;
          means: string;
          means_words: string[];
          term: string;
          term_words: string[];
          updated_at: string;
        };
        Insert: {
          id?: string;
          is_both_ways?: boolean;
          means: string;
          means_words?: never;
          term: string;
          term_words?: never;
          updated_at?: string;
        };
        Update: {
          id?: string;
          is_both_ways?: boolean;
          means?: string;
          means_words?: never;
          term?: string;
          term_words?: never;
          updated_at?: string;
        };
        Relationships: [];
      };
      session_briefs: {
        Row: {
          booking_id: string;
          created_at: string;
          language: string | null;
          link: string | null;
          mentor_id: string | null;
          question: string | null;
          revision: number;
          stage: string | null;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          booking_id: string;
          created_at?: string;
          language?: string | null;
          link?: string | null;
          mentor_id?: string | null;
          question?: string | null;
          revision?: number;
          stage?: string | null;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          booking_id?: string;
          created_at?: string;
          language?: string | null;
          link?: string | null;
          mentor_id?: string | null;
          question?: string | null;
          revision?: number;
          stage?: string | null;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'session_briefs_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'session_briefs_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      session_contacts: {
        Row: { booking_id: string; shares_email: boolean; shares_phone: boolean; updated_at: string };
        Insert: { booking_id: string; shares_email?: boolean; shares_phone?: boolean; updated_at?: string };
        Update: { booking_id?: string; shares_email?: boolean; shares_phone?: boolean; updated_at?: string };
        Relationships: [
          {
            foreignKeyName: 'session_contacts_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      session_notes: {
        Row: { author_id: string; body: string; booking_id: string; revision: number; updated_at: string };
        Insert: { author_id: string; body: string; booking_id: string; revision?: number; updated_at?: string };
        Update: { author_id?: string; body?: string; booking_id?: string; revision?: number; updated_at?: string };
        Relationships: [
          {
            foreignKeyName: 'session_notes_author_id_fkey';
            columns: ['author_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'session_notes_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      session_summaries: {
        Row: {
          body: string;
          booking_id: string;
          mails_sent: number;
          revision: number;
          shared_at: string | null;
          updated_at: string;
        };
        Insert: {
          body: string;
          booking_id: string;
          mails_sent?: number;
          revision?: number;
          shared_at?: string | null;
          updated_at?: string;
        };
        Update: {
          body?: string;
          booking_id?: string;
          mails_sent?: number;
          revision?: number;
          shared_at?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'session_summaries_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      time_proposals: {
        Row: {
          booking_id: string;
          created_at: string;
          date: string;
          decided_at: string | null;
          during: unknown;
          end_time: string;
          id: string;
          kind: string;
          mentor_id: string;
          sent_at: string | null;
          start_time: string;
          state: string;
        };
        Insert: {
          booking_id: string;
          created_at?: string;
          date: string;
          decided_at?: string | null;
          during?: never;
          end_time: string;
          id?: string;
          kind: string;
          mentor_id: string;
          sent_at?: string | null;
          start_time: string;
          state: string;
        };
        Update: {
          booking_id?: string;
          created_at?: string;
          date?: string;
          decided_at?: string | null;
          during?: never;
          end_time?: string;
          id?: string;
          kind?: string;
          mentor_id?: string;
          sent_at?: string | null;
          start_time?: string;
          state?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'time_proposals_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'time_proposals_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'mentors';
            referencedColumns: ['id'];
          },
        ];
      };
      video_testimonials: {
        Row: {
          company: string | null;
          created_at: string;
          id: string;
          is_featured: boolean;
          name: string;
          profile_image: string | null;
          role: string;
          thumbnail_url: string | null;
          updated_at: string;
          video_url: string;
        };
        Insert: {
          company?: string | null;
          created_at?: string;
          id?: string;
          is_featured?: boolean;
          name: string;
          profile_image?: string | null;
          role: string;
          thumbnail_url?: string | null;
          updated_at?: string;
          video_url: string;
        };
        Update: {
          company?: string | null;
          created_at?: string;
          id?: string;
          is_featured?: boolean;
          name?: string;
          profile_image?: string | null;
          role?: string;
          thumbnail_url?: string | null;
          updated_at?: string;
          video_url?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      accept_policy: { Args: { p_kind: string }; Returns: undefined };
      account_alert_for_jobs: { Args: { p_alert_id: number }; Returns: Json };
      add_person_record: {
        Args: { p_answer_by?: string; p_body: string; p_kind: string; p_received_on?: string; p_user_id: string };
        Returns: undefined;
      };
      admin_health: { Args: Record<PropertyKey, never>; Returns: Json };
      admin_overview: { Args: { p_weeks?: number }; Returns: Json };
      alert_choices: { Args: Record<PropertyKey, never>; Returns: Json };
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
      answer_mentor_request: { Args: { p_answer: string; p_id: string; p_mentor_ids?: string[] }; Returns: undefined };
      answer_my_check_in: { Args: { p_booking_id: string; p_check_in: Json; p_day: number }; Returns: Json };
      answer_proposal: { Args: { p_proposal_id: string }; Returns: undefined };
      answer_request: {
        Args: {
          p_answer: string;
          p_booking_id: string;
          p_reason_code?: string;
          p_reason_text?: string;
          p_times?: Json;
        };
        Returns: Json;
      };
      answer_story_name: { Args: { p_answer: string; p_story_id: string }; Returns: undefined };
      answer_story_name_by_link: {
        Args: { p_answer: string; p_email: string; p_mentor_id: string; p_story_id: string };
        Returns: undefined;
      };
      apply_retention: { Args: { p_rules: Json; p_started_at?: string }; Returns: Json };
      ask_calendar_check: { Args: Record<PropertyKey, never>; Returns: undefined };
      ask_for_change: { Args: { p_booking_id: string; p_kind: string; p_message?: string }; Returns: string };
      ask_slot_alert: { Args: { p_mentor_id: string }; Returns: undefined };
      attach_provider_order: { Args: { p_order_id: string; p_provider_order_id: string }; Returns: undefined };
      begin_comparison: { Args: { p_day: string }; Returns: { ends_at: string; starts_at: string }[] };
      begin_identity_check: { Args: { p_session_id: string; p_user_id: string }; Returns: Json };
      begin_invitations: { Args: { p_booking_id: string }; Returns: boolean };
      begin_round: { Args: { p_release: number; p_worker: string }; Returns: boolean };
      booking_counts: { Args: { p_mentor_id?: string }; Returns: Json };
      booking_details: { Args: { p_booking_id: string }; Returns: Json };
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
      booking_receipt: {
        Args: { p_booking_id: string };
        Returns: {
          amount_paise: number;
          currency: string;
          paid_at: string;
          payment_id: string;
          refund_state: string;
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
      cancel_email_change: { Args: Record<PropertyKey, never>; Returns: undefined };
      cancel_session: { Args: { p_booking_id: string; p_expected_refund: string }; Returns: string };
      cancel_session_as_mentor: { Args: { p_booking_id: string; p_reason: string }; Returns: Json };
      category_of_slug: { Args: { p_slug: string }; Returns: { description: string; name: string; slug: string }[] };
      change_my_name: { Args: { p_name: string }; Returns: undefined };
      check_audit_chain: { Args: { p_after?: number; p_limit?: number }; Returns: Json };
      check_in_by_link: { Args: { p_answer?: Json; p_id: string }; Returns: Json };
      check_in_for_jobs: { Args: { p_booking_id: string; p_day: number }; Returns: Json };
      choose_alert: { Args: { p_choice: string; p_kind: string }; Returns: Json };
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
      close_mentor_request: { Args: { p_id: string }; Returns: undefined };
      close_person_record: { Args: { p_id: string }; Returns: undefined };
      compare_events: { Args: { p_day: string; p_events: Json }; Returns: undefined };
      compare_payments: { Args: { p_day: string; p_is_first_look?: boolean; p_payments: Json }; Returns: undefined };
      compare_refunds: { Args: { p_day: string; p_refunds: Json }; Returns: undefined };
      complete_job: { Args: { p_attempt: number; p_job_id: string }; Returns: boolean };
      complete_sessions: { Args: { p_limit?: number }; Returns: number };
      consume_calendar_state: { Args: { p_expires_at: string; p_nonce: string }; Returns: boolean };
      correct_payout_reference: { Args: { p_payout_id: string; p_reason: string; p_utr: string }; Returns: undefined };
      count_figures: { Args: Record<PropertyKey, never>; Returns: Json };
      count_jobs: { Args: { p_counts: Json }; Returns: undefined };
      count_mentor_requests: { Args: Record<PropertyKey, never>; Returns: number };
      count_nightly: { Args: { p_kind: string }; Returns: undefined };
      count_slot_alerts: { Args: { p_mentor_ids: string[] }; Returns: { mentor_id: string; waiting: number }[] };
      count_submission: { Args: { p_form: string; p_source: string }; Returns: undefined };
      count_violations: { Args: Record<PropertyKey, never>; Returns: number };
      create_mentor_from_application: { Args: { p_application_id: string; p_email?: string }; Returns: string };
      create_mentor_invitation: { Args: { p_mentor_id: string; p_sent_by: string }; Returns: Json };
      create_missing_profiles: { Args: Record<PropertyKey, never>; Returns: undefined };
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
      decide_claim: {
        Args: { p_accept: boolean; p_also_email?: boolean; p_invitation_id: string };
        Returns: undefined;
      };
      decide_report: { Args: { p_removes_review: boolean; p_report_id: string }; Returns: undefined };
      decline_proposals: { Args: { p_booking_id: string }; Returns: undefined };
      decline_request: { Args: { p_reason: string; p_request_id: string }; Returns: undefined };
      delete_account: {
        Args: { p_by?: string; p_reason?: string; p_sealed?: string; p_user_id: string };
        Returns: undefined;
      };
      delete_action_item: { Args: { p_booking_id: string; p_item_id: string; p_revision: number }; Returns: undefined };
      delete_mentor: { Args: { p_id: string }; Returns: undefined };
      delete_reply: { Args: { p_review_id: string }; Returns: undefined };
      delete_synonym: { Args: { p_id: string }; Returns: undefined };
      deployment_report: { Args: Record<PropertyKey, never>; Returns: Json };
      discard_draft: { Args: Record<PropertyKey, never>; Returns: undefined };
      disconnect_calendar: { Args: Record<PropertyKey, never>; Returns: boolean };
      dismiss_money_finding: { Args: { p_finding_id: string; p_note?: string }; Returns: undefined };
      end_calendar_revoke: { Args: { p_revoke_id: string }; Returns: undefined };
      end_other_sessions: { Args: Record<PropertyKey, never>; Returns: Json };
      end_pauses: { Args: { p_limit?: number }; Returns: number };
      end_round: { Args: { p_done: number; p_failed: number; p_worker: string }; Returns: undefined };
      end_session: { Args: { p_session_id: string }; Returns: Json };
      end_sessions_of: { Args: { p_reason: string; p_user_id: string }; Returns: Json };
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
      export_people: {
        Args: {
          p_after_at?: string;
          p_after_id?: string;
          p_export_id?: number;
          p_is_submitted?: boolean;
          p_limit?: number;
          p_search?: string;
        };
        Returns: Json;
      };
      export_person: { Args: { p_reason: string; p_user_id: string }; Returns: Json };
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
      generate_availability_now: { Args: { p_mentor_id: string }; Returns: Json };
      generate_due_availability: { Args: { p_limit?: number }; Returns: number };
      google_token_state: {
        Args: Record<PropertyKey, never>;
        Returns: { checked_at: string; stored_at: string; token_state: string }[];
      };
      grant_request: {
        Args: {
          p_date?: string;
          p_end_time?: string;
          p_mentor_agrees: boolean;
          p_request_id: string;
          p_start_time?: string;
        };
        Returns: undefined;
      };
      hide_marketplace_opening: { Args: Record<PropertyKey, never>; Returns: undefined };
      invitation_for_jobs: { Args: { p_invitation_id: string }; Returns: Json };
      is_mail_away: { Args: Record<PropertyKey, never>; Returns: boolean };
      keep_search: { Args: Record<PropertyKey, never>; Returns: undefined };
      leave_marketplace: { Args: { p_mentor_id: string; p_name: string }; Returns: undefined };
      list_administrators: {
        Args: Record<PropertyKey, never>;
        Returns: {
          id: string;
          is_two_step_on: boolean;
          last_sign_in_at: string;
          name: string;
          open_sessions: number;
        }[];
      };
      list_audit_actors: {
        Args: Record<PropertyKey, never>;
        Returns: { actor: string; is_administrator: boolean; name: string }[];
      };
      list_audit_log: {
        Args: {
          p_actor?: string;
          p_before?: number;
          p_from?: string;
          p_is_system?: boolean;
          p_limit?: number;
          p_search?: string;
          p_table?: string;
          p_to?: string;
        };
        Returns: {
          action: string;
          actor: string;
          actor_name: string;
          at: string;
          changes: Json;
          id: number;
          row_id: string;
          row_label: string;
          table_name: string;
        }[];
      };
      list_categories: {
        Args: Record<PropertyKey, never>;
        Returns: {
          description: string;
          icon: string;
          id: string;
          mentor_count: number;
          name: string;
          updated_at: string;
        }[];
      };
      list_check_ins: { Args: { p_page?: number }; Returns: Json };
      list_comparisons: {
        Args: { p_limit?: number };
        Returns: {
          calendar: string;
          day: string;
          events: number;
          finished_at: string;
          open_findings: number;
          payments: number;
          refunds: number;
          started_at: string;
        }[];
      };
      list_drafts: {
        Args: Record<PropertyKey, never>;
        Returns: {
          base: Json;
          fields: Json;
          id: string;
          listing_state: string;
          mentor_id: string;
          mentor_image: string;
          mentor_name: string;
          mentor_updated_at: string;
          profile: Json;
          submitted_at: string;
        }[];
      };
      list_failures: {
        Args: { p_booking_id?: string; p_kind?: string; p_limit?: number };
        Returns: {
          amount_paise: number;
          booking_id: string;
          currency: string;
          id: string;
          kind: string;
          last_error: string;
          mentor_id: string;
          other_act: string;
          since: string;
          total_count: number;
          user_id: string;
        }[];
      };
      list_mentor_accounts: {
        Args: { p_mentor_ids: string[] };
        Returns: {
          at: string;
          claimant_email: string;
          has_address: boolean;
          invitation_id: string;
          mentor_id: string;
          state: string;
        }[];
      };
      list_mentor_requests: {
        Args: Record<PropertyKey, never>;
        Returns: { created_at: string; email: string; filters: Json; id: string; is_late: boolean; text: string }[];
      };
      list_mentor_reviews: {
        Args: { p_limit?: number; p_mentor_id: string; p_offset?: number };
        Returns: {
          author_name: string;
          comment: string;
          created_at: string;
          id: string;
          is_counted: boolean;
          is_demonstration: boolean;
          rating: number;
          total_count: number;
        }[];
      };
      list_money_findings: {
        Args: { p_is_open?: boolean; p_limit?: number; p_offset?: number };
        Returns: {
          booking_id: string;
          can_repair: boolean;
          detail: Json;
          found_at: string;
          id: string;
          kind: string;
          note: string;
          payment_id: string;
          resolution: string;
          resolved_at: string;
          seen_at: string;
          subject: string;
          total_count: number;
        }[];
      };
      list_payments: {
        Args: {
          p_before_at?: string;
          p_before_id?: string;
          p_from?: string;
          p_limit?: number;
          p_offset?: number;
          p_search?: string;
          p_state?: string;
          p_to?: string;
        };
        Returns: {
          amount_paise: number;
          booking_id: string;
          captured_at: string;
          captured_paise: number;
          code: string;
          currency: string;
          founder_email: string;
          founder_name: string;
          id: string;
          mentor_name: string;
          method: string;
          order_id: string;
          refund_failed_paise: number;
          refund_paise: number;
          refunded_paise: number;
          refunding_paise: number;
          state: string;
          total_count: number;
        }[];
      };
      list_payouts: {
        Args: { p_month: string };
        Returns: {
          details: Json;
          fee_paise: number;
          gross_paise: number;
          mentor_id: string;
          mentor_name: string;
          net_paise: number;
          paid_on: string;
          payable_from: string;
          payout_id: string;
          sessions: number;
          utr: string;
        }[];
      };
      list_people: {
        Args: {
          p_descending?: boolean;
          p_is_submitted?: boolean;
          p_limit?: number;
          p_offset?: number;
          p_search?: string;
          p_sort?: string;
        };
        Returns: {
          created_at: string;
          email: string;
          id: string;
          idea: string;
          industry: string;
          is_admin: boolean;
          is_mentor: boolean;
          name: string;
          phone: string;
          startup_name: string;
          total_count: number;
          vc_interest_submitted: boolean;
        }[];
      };
      list_refunds: {
        Args: { p_limit?: number; p_offset?: number; p_state?: string };
        Returns: {
          amount_paise: number;
          attempt: number;
          booking_id: string;
          can_retry: boolean;
          created_at: string;
          currency: string;
          expected_by: string;
          failure_reason: string;
          founder_name: string;
          id: string;
          last_error: string;
          mentor_name: string;
          outside_reference: string;
          payment_id: string;
          processed_at: string;
          provider_refund_id: string;
          reason: string;
          requested_at: string;
          state: string;
          total_count: number;
        }[];
      };
      list_unused_files: { Args: { p_file: string }; Returns: string[] };
      list_violations: { Args: { p_limit?: number }; Returns: { detail: string; rule: string; subject: string }[] };
      look_at_account_alert: { Args: { p_token_hash: string }; Returns: Json };
      look_at_mailed_link: { Args: { p_token: string }; Returns: string };
      lost_payments: {
        Args: { p_booking_id?: string };
        Returns: {
          amount_paise: number;
          booking_id: string;
          currency: string;
          date: string;
          end_time: string;
          mentor_id: string;
          mentor_name: string;
          mentor_slug: string;
          paid_at: string;
          payment_id: string;
          reason: string;
          refund_state: string;
          refund_updated_at: string;
          start_time: string;
        }[];
      };
      mail_stop_by_link: { Args: { p_is_stopped?: boolean; p_kind: string; p_user_id: string }; Returns: Json };
      mark_action_item: {
        Args: { p_booking_id: string; p_is_done: boolean; p_item_id: string; p_revision: number };
        Returns: Json;
      };
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
      mark_paid: {
        Args: { p_expected_paise: number; p_mentor_id: string; p_month: string; p_paid_on: string; p_utr: string };
        Returns: string;
      };
      marketplace_opening: { Args: Record<PropertyKey, never>; Returns: Json };
      marketplace_settings: { Args: Record<PropertyKey, never>; Returns: Json };
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
      mentor_calendar: { Args: { p_mentor_id?: string }; Returns: Json };
      mentor_fee: { Args: { p_mentor_id: string }; Returns: Json };
      mentor_mail_facts: { Args: { p_job_id?: string; p_payload: Json }; Returns: Json };
      mentor_of_slug: { Args: { p_slug: string }; Returns: string };
      mentor_ratings: { Args: { p_mentor_id: string }; Returns: Json };
      mentor_requests: { Args: { p_mentor_id: string }; Returns: Json };
      mentor_reviews_page: {
        Args: {
          p_before?: string;
          p_before_id?: string;
          p_is_of_session: boolean;
          p_limit?: number;
          p_mentor_id: string;
        };
        Returns: {
          author: string;
          comment: string;
          created_at: string;
          id: string;
          is_demonstration: boolean;
          rating: number;
          reply: string;
        }[];
      };
      mentor_sessions: {
        Args: { p_before?: string; p_limit?: number; p_mentor_id?: string; p_search?: string; p_view?: string };
        Returns: Json;
      };
      mentor_slots: {
        Args: { p_mentor_id: string };
        Returns: {
          date: string;
          end_time: string;
          id: string;
          is_booked: boolean;
          is_held: boolean;
          mentor_id: string;
          start_time: string;
        }[];
      };
      mentor_slots_preview: {
        Args: { p_mentor_ids: string[] };
        Returns: {
          date: string;
          end_time: string;
          id: string;
          is_booked: boolean;
          mentor_id: string;
          start_time: string;
        }[];
      };
      mentor_today: { Args: { p_mentor_id?: string }; Returns: Json };
      mentors_who_cancelled: {
        Args: { p_mentor_ids: string[] };
        Returns: { cancellations: number; mentor_id: string }[];
      };
      mentors_without_times: { Args: { p_mentor_ids: string[] }; Returns: string[] };
      merge_favourites: { Args: { p_mentor_ids: string[] }; Returns: number };
      metrics: { Args: Record<PropertyKey, never>; Returns: Json };
      move_session: {
        Args: {
          p_booking_id: string;
          p_date: string;
          p_end_time: string;
          p_seen_date: string;
          p_seen_start_time: string;
          p_start_time: string;
        };
        Returns: undefined;
      };
      my_account_state: { Args: Record<PropertyKey, never>; Returns: Json };
      my_calendar_account: { Args: Record<PropertyKey, never>; Returns: Json };
      my_chance_of: {
        Args: { p_date: string; p_end_time: string; p_mentor_id: string; p_start_time: string };
        Returns: Json;
      };
      my_consents: {
        Args: Record<PropertyKey, never>;
        Returns: { given_at: string; id: number; kind: string; place: string; version: string; withdrawn_at: string }[];
      };
      my_earnings: { Args: { p_mentor_id?: string }; Returns: Json };
      my_holds: {
        Args: { p_mentor_id?: string };
        Returns: {
          amount_paise: number;
          booking_id: string;
          currency: string;
          date: string;
          end_time: string;
          expires_at: string;
          mentor_id: string;
          mentor_name: string;
          mentor_slug: string;
          provider_order_id: string;
          seconds_left: number;
          start_time: string;
        }[];
      };
      my_last_brief: { Args: { p_mentor_id: string }; Returns: Json };
      my_mail_stops: { Args: Record<PropertyKey, never>; Returns: string[] };
      my_mentor: { Args: Record<PropertyKey, never>; Returns: Json };
      my_mentor_preferences: { Args: Record<PropertyKey, never>; Returns: Json };
      my_notifications: { Args: Record<PropertyKey, never>; Returns: Json };
      my_order: { Args: { p_provider_order_id: string }; Returns: Json };
      my_payout_details: { Args: Record<PropertyKey, never>; Returns: Json };
      my_policy_changes: { Args: Record<PropertyKey, never>; Returns: { kind: string; published_at: string }[] };
      my_receipts: { Args: Record<PropertyKey, never>; Returns: { booking_id: string }[] };
      my_session_refunds: {
        Args: Record<PropertyKey, never>;
        Returns: {
          amount_paise: number;
          booking_id: string;
          currency: string;
          expected_by: string;
          expected_from: string;
          is_late: boolean;
          outside_reference: string;
          payment_id: string;
          processed_at: string;
          requested_at: string;
          state: string;
        }[];
      };
      my_session_reviews: {
        Args: Record<PropertyKey, never>;
        Returns: {
          booking_id: string;
          can_review: boolean;
          comment: string;
          is_removed: boolean;
          rating: number;
          review_id: string;
          reviewed_at: string;
        }[];
      };
      my_sessions: {
        Args: Record<PropertyKey, never>;
        Returns: {
          id: string;
          is_this_device: boolean;
          is_two_step: boolean;
          last_used_at: string;
          network: string;
          signed_in_at: string;
          user_agent: string;
        }[];
      };
      my_slot_alerts: { Args: Record<PropertyKey, never>; Returns: { created_at: string; mentor_id: string }[] };
      my_story_names: { Args: Record<PropertyKey, never>; Returns: Json };
      my_suggested_times: {
        Args: Record<PropertyKey, never>;
        Returns: {
          booking_id: string;
          date: string;
          end_time: string;
          mentor_id: string;
          mentor_name: string;
          mentor_slug: string;
          start_time: string;
        }[];
      };
      my_times: {
        Args: { p_mentor_id?: string };
        Returns: {
          booking_id: string;
          date: string;
          end_time: string;
          mentor_id: string;
          start_time: string;
          state: string;
        }[];
      };
      nearest_free_slots: {
        Args: { p_date: string; p_limit?: number; p_mentor_id: string; p_start_time: string };
        Returns: { date: string; end_time: string; id: string; mentor_id: string; start_time: string }[];
      };
      nearest_mentors: {
        Args: {
          p_category?: string;
          p_is_free_this_week?: boolean;
          p_languages?: string[];
          p_max_price?: number;
          p_min_price?: number;
          p_search?: string;
        };
        Returns: {
          about: string;
          answers_within: number;
          expertise: string;
          id: string;
          image: string;
          name: string;
          next_starts: string[];
          price: number;
          rating: number;
          reason: string;
          reviews: number;
          session_minutes: number;
          slug: string;
          title: string;
        }[];
      };
      new_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] };
      note_skipped_calendar_check: { Args: { p_mentor_id: string; p_reason: string }; Returns: undefined };
      open_bank_file: { Args: { p_month: string; p_payouts: Json }; Returns: Json };
      open_payout_details: { Args: { p_mentor_id: string }; Returns: Json };
      outcome_of_retry: { Args: { p_id: string }; Returns: Json };
      payments_not_seen: { Args: { p_day: string; p_limit?: number }; Returns: { payment_id: string }[] };
      person_details: { Args: { p_user_id: string }; Returns: Json };
      plan_alerts: { Args: Record<PropertyKey, never>; Returns: number };
      plan_calendar_jobs: { Args: { p_limit?: number }; Returns: undefined };
      plan_statements: { Args: { p_now?: string }; Returns: undefined };
      plan_weekly_overviews: { Args: { p_now?: string }; Returns: number };
      postpone_job: {
        Args: { p_attempt: number; p_error: string; p_job_id: string; p_seconds: number };
        Returns: boolean;
      };
      preview_cancellation: {
        Args: { p_booking_id: string };
        Returns: {
          can_cancel_here: boolean;
          can_move_here: boolean;
          currency: string;
          decided_at: string;
          is_possible: boolean;
          max_working_days: number;
          min_working_days: number;
          moves_left: number;
          needs_agreement: boolean;
          new_time: string;
          paid_paise: number;
          refund: string;
          starts_at: string;
          status: string;
        }[];
      };
      preview_hours: { Args: { p_hours: Json; p_mentor_id: string }; Returns: Json };
      preview_mentor_cancellation: { Args: { p_booking_id: string }; Returns: Json };
      preview_refund: {
        Args: { p_asked_at?: string; p_booking_id: string; p_what: string };
        Returns: {
          asked_at: string;
          currency: string;
          decided_at: string;
          ends_at: string;
          is_possible: boolean;
          needs_agreement: boolean;
          new_time: string;
          refund: string;
          refund_paise: number;
          refund_state: string;
          starts_at: string;
          status: string;
        }[];
      };
      process_webhook_event: {
        Args: { p_event_id: string };
        Returns: { booking_id: string; outcome: string; payment_id: string }[];
      };
      promise: { Args: Record<PropertyKey, never>; Returns: Json };
      promise_with_cases: { Args: { p_figure?: string; p_limit?: number }; Returns: Json };
      propose_times: { Args: { p_booking_id: string; p_times: Json }; Returns: undefined };
      publish_draft: {
        Args: { p_draft_id: string; p_fields: string[]; p_seen_at: string; p_submitted_at: string };
        Returns: undefined;
      };
      put_aside_job: { Args: { p_job_id: string }; Returns: undefined };
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
      read_draft: { Args: { p_mentor_id?: string }; Returns: Json };
      read_google_token: {
        Args: Record<PropertyKey, never>;
        Returns: { checked_at: string; refresh_token_encrypted: string; stored_at: string; token_state: string }[];
      };
      read_hours: { Args: { p_mentor_id?: string }; Returns: Json };
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
      record_incident: {
        Args: {
          p_asked_at?: string;
          p_booking_id: string;
          p_date?: string;
          p_end_time?: string;
          p_expected_agreement?: boolean;
          p_expected_refund?: string;
          p_reason?: string;
          p_start_time?: string;
          p_what: string;
        };
        Returns: { refund: string; refund_paise: number; refund_state: string; status: string }[];
      };
      record_outside_refund: { Args: { p_refund_id: string; p_utr: string }; Returns: undefined };
      record_refund: {
        Args: { p_provider_refund_id: string; p_reason?: string; p_refund_id: string; p_state: string };
        Returns: undefined;
      };
      record_webhook_event: { Args: { p_event: string; p_event_id: string; p_payload: Json }; Returns: boolean };
      recovery_codes_left: { Args: Record<PropertyKey, never>; Returns: number };
      recovery_mail_for_jobs: { Args: { p_alert_id: number }; Returns: string };
      refund_progress: {
        Args: { p_booking_id: string };
        Returns: {
          amount_paise: number;
          currency: string;
          expected_by: string;
          expected_from: string;
          max_working_days: number;
          min_working_days: number;
          outside_reference: string;
          payment_id: string;
          processed_at: string;
          reason: string;
          requested_at: string;
          state: string;
        }[];
      };
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
      refund_totals: { Args: { p_month: string }; Returns: Json };
      reject_booking: {
        Args: { p_booking_id: string; p_reason_code: string; p_reason_text?: string; p_suggestions?: Json };
        Returns: undefined;
      };
      release_hold: { Args: { p_booking_id: string }; Returns: boolean };
      release_payment_order: { Args: { p_order_id: string }; Returns: undefined };
      remove_brief: { Args: { p_booking_id: string }; Returns: undefined };
      remove_reply: { Args: { p_review_id: string }; Returns: undefined };
      renew_lead: { Args: { p_worker: string }; Returns: boolean };
      renew_payout_details: { Args: { p_renewed: string; p_sealed: string }; Returns: undefined };
      reorder_categories: { Args: { p_ids: string[]; p_seen: string[] }; Returns: undefined };
      reorder_partner_logos: { Args: { p_ids: string[]; p_seen: string[] }; Returns: undefined };
      repair_money_finding: { Args: { p_finding_id: string }; Returns: string };
      report_founder_absence: { Args: { p_booking_id: string }; Returns: undefined };
      report_missing_payment: { Args: { p_payment_id: string }; Returns: undefined };
      report_order_check: { Args: { p_answer: string; p_order_id: string }; Returns: undefined };
      report_review: { Args: { p_reason: string; p_review_id: string; p_text?: string }; Returns: undefined };
      request_by_link: { Args: { p_booking_id: string }; Returns: Json };
      request_for_jobs: {
        Args: { p_request_id: string };
        Returns: { booking_id: string; decline_reason: string; id: string; kind: string; state: string }[];
      };
      require_my_proof: { Args: Record<PropertyKey, never>; Returns: string };
      retry_calendar_event: { Args: { p_booking_id: string }; Returns: string };
      retry_job: { Args: { p_job_id: string }; Returns: undefined };
      retry_refund: { Args: { p_refund_id: string }; Returns: undefined };
      return_draft: { Args: { p_draft_id: string; p_note: string; p_submitted_at: string }; Returns: undefined };
      revoke_invitation: { Args: { p_mentor_id: string }; Returns: undefined };
      save_action_item: {
        Args: {
          p_booking_id: string;
          p_due_on: string;
          p_item_id: string;
          p_owner: string;
          p_revision: number;
          p_text: string;
        };
        Returns: Json;
      };
      save_calendar_list: { Args: { p_calendars: string[]; p_was?: string[] }; Returns: undefined };
      save_draft: { Args: { p_fields: Json; p_mentor_id: string; p_seen_at?: string }; Returns: Json };
      save_holiday: { Args: { p_date: string; p_is_removed?: boolean; p_name: string }; Returns: undefined };
      save_hours: { Args: { p_hours: Json; p_mentor_id: string; p_seen_at: string }; Returns: Json };
      save_marketplace_settings: {
        Args: { p_approval?: string; p_default_fee_bps?: number; p_default_min_notice_minutes?: number; p_seen?: Json };
        Returns: Json;
      };
      save_mentor: {
        Args: {
          p_category_ids?: string[];
          p_email: string;
          p_mentor: Json;
          p_slots_added?: Json;
          p_slots_removed?: Json;
        };
        Returns: string;
      };
      save_mentor_preferences: {
        Args: { p_hides_first_steps?: boolean; p_notifications?: Json; p_shows_next_availability?: boolean };
        Returns: Json;
      };
      save_reply: { Args: { p_body: string; p_review_id: string }; Returns: string };
      save_session_brief: { Args: { p_booking_id: string; p_brief: Json; p_revision: number }; Returns: Json };
      save_session_note: { Args: { p_body: string; p_booking_id: string; p_revision: number }; Returns: Json };
      save_session_summary: { Args: { p_body: string; p_booking_id: string; p_revision: number }; Returns: Json };
      save_single_times: { Args: { p_added: Json; p_mentor_id: string; p_removed: Json }; Returns: Json };
      save_synonym: {
        Args: { p_id: string; p_is_both_ways: boolean; p_means: string; p_seen?: string; p_term: string };
        Returns: string;
      };
      seal_audit_log: { Args: Record<PropertyKey, never>; Returns: Json };
      search_bookings: {
        Args: {
          p_descending?: boolean;
          p_from?: string;
          p_has_incident?: boolean;
          p_limit?: number;
          p_mentor_id?: string;
          p_offset?: number;
          p_search?: string;
          p_sort?: string;
          p_status?: string[];
          p_to?: string;
          p_view?: string;
        };
        Returns: {
          amount_paise: number;
          answer_by: string;
          brief: Json;
          calendar_error: string;
          calendar_state: string;
          code: string;
          conflicts: number;
          created_at: string;
          date: string;
          decision_cause: string;
          decision_reason: string;
          end_time: string;
          google_meet_link: string;
          id: string;
          incident: string;
          mentor_answer: string;
          mentor_decline: Json;
          mentor_email: string;
          mentor_id: string;
          mentor_image: string;
          mentor_name: string;
          notes: string;
          payment_id: string;
          payment_state: string;
          refund_state: string;
          request_asked_at: string;
          request_id: string;
          request_kind: string;
          request_message: string;
          start_time: string;
          status: string;
          total_count: number;
          user_email: string;
          user_id: string;
          user_name: string;
        }[];
      };
      search_mentors: {
        Args: {
          p_category?: string;
          p_is_free_this_week?: boolean;
          p_languages?: string[];
          p_limit?: number;
          p_max_price?: number;
          p_min_price?: number;
          p_offset?: number;
          p_search?: string;
          p_sort?: string;
        };
        Returns: {
          answers_within: number;
          categories: string[];
          corrected: string;
          expertise: string;
          id: string;
          image: string;
          languages: string[];
          match: string;
          matched: string;
          name: string;
          next_available_date: string;
          next_starts: string[];
          price: number;
          rating: number;
          reviews: number;
          session_minutes: number;
          shows_next_availability: boolean;
          slug: string;
          specializations: string[];
          title: string;
          total: number;
        }[];
      };
      send_mail_check: { Args: Record<PropertyKey, never>; Returns: string };
      send_proposals: { Args: { p_booking_id: string }; Returns: undefined };
      session_page: { Args: { p_booking_id: string }; Returns: Json };
      sessions_on_days_off: { Args: { p_hours: Json; p_mentor_id: string }; Returns: Json };
      set_display_order: { Args: { p_id: string; p_order: number }; Returns: undefined };
      set_homepage_feature: { Args: { p_id: string; p_is_featured: boolean }; Returns: undefined };
      set_listing: { Args: { p_is_listed: boolean; p_mentor_id: string }; Returns: undefined };
      set_mail_stop: { Args: { p_is_stopped: boolean; p_kind: string; p_user_id: string }; Returns: undefined };
      set_mentor_fee: { Args: { p_fee_bps?: number; p_mentor_id: string }; Returns: undefined };
      set_my_mail_stop: { Args: { p_is_stopped: boolean; p_kind: string }; Returns: undefined };
      set_notifications: { Args: { p_reminders: boolean }; Returns: undefined };
      set_pause: { Args: { p_is_paused: boolean; p_mentor_id: string; p_returns_on?: string }; Returns: undefined };
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
      share_contact: { Args: { p_booking_id: string; p_email: boolean; p_phone: boolean }; Returns: Json };
      share_session_summary: {
        Args: { p_booking_id: string; p_is_mailed: boolean; p_revision: number };
        Returns: Json;
      };
      share_story: {
        Args: { p_booking_id: string; p_has_agreed: boolean; p_name: string; p_names_mentor?: boolean; p_text: string };
        Returns: undefined;
      };
      sitemap_entries: {
        Args: { p_after?: string; p_limit?: number };
        Returns: { changed_at: string; path: string }[];
      };
      slot_alerts_for_jobs: { Args: { p_mentor_id: string }; Returns: Json };
      slots_to_come: {
        Args: { p_mentor_id: string };
        Returns: {
          date: string;
          end_time: string;
          hidden_because: string;
          id: string;
          is_booked: boolean;
          is_held: boolean;
          mentor_id: string;
          source: string;
          start_time: string;
        }[];
      };
      statement: { Args: { p_mentor_id: string; p_month: string }; Returns: Json };
      stop_slot_alert: { Args: { p_mentor_id: string }; Returns: undefined };
      store_google_token: { Args: { p_actor?: string; p_refresh_token_encrypted: string }; Returns: undefined };
      store_mentor_calendar: {
        Args: { p_google_email: string; p_mentor_id: string; p_refresh_token_encrypted: string; p_user_id: string };
        Returns: string;
      };
      store_payout_details: {
        Args: { p_has_pan: boolean; p_kind: string; p_masked: string; p_sealed: string; p_user_id: string };
        Returns: Json;
      };
      story_facts: { Args: { p_story_ids: string[] }; Returns: Json };
      story_for_service: { Args: { p_story_id: string }; Returns: Json };
      submit_draft: { Args: { p_seen_at: string }; Returns: undefined };
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
      submit_review: {
        Args: { p_booking_id: string; p_comment?: string; p_rating: number };
        Returns: { comment: string; created_at: string; rating: number; review_id: string }[];
      };
      summary_for_jobs: { Args: { p_booking_id: string }; Returns: Json };
      summary_wanted_for_jobs: { Args: { p_booking_id: string }; Returns: string };
      sweep_mentor_calendars: { Args: Record<PropertyKey, never>; Returns: undefined };
      sweep_unused_files: { Args: Record<PropertyKey, never>; Returns: number };
      take_back_draft: { Args: Record<PropertyKey, never>; Returns: undefined };
      take_invitation: { Args: { p_action?: string; p_token_hash: string; p_user_id?: string }; Returns: Json };
      time_warnings: {
        Args: { p_booking_id?: string; p_date: string; p_end_time: string; p_mentor_id: string; p_start_time: string };
        Returns: string[];
      };
      undo_approval: { Args: { p_booking_id: string }; Returns: undefined };
      unlink_mentor: { Args: { p_mentor_id: string }; Returns: undefined };
      use_account_email: { Args: Record<PropertyKey, never>; Returns: string };
      use_recovery_code: { Args: { p_code: string }; Returns: Json };
      wall_stories: {
        Args: { p_before?: string; p_before_id?: string; p_limit?: number; p_mentor?: string };
        Returns: {
          created_at: string;
          experience: string;
          id: string;
          image_url: string;
          is_verified: boolean;
          mentor_id: string;
          mentor_name: string;
          mentor_slug: string;
          name: string;
          total_count: number;
        }[];
      };
      wants_mentor_mail: { Args: { p_kind: string; p_mentor_id: string }; Returns: boolean };
      wants_reminders: { Args: { p_user_id: string }; Returns: boolean };
      withdraw_consent: { Args: { p_kind: string }; Returns: undefined };
      withdraw_proposals: { Args: { p_booking_id: string }; Returns: undefined };
      withdraw_request: { Args: { p_request_id: string }; Returns: undefined };
      withdraw_story: { Args: { p_booking_id: string }; Returns: undefined };
      worker_pulse: { Args: Record<PropertyKey, never>; Returns: Json };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends { Row: infer R }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends { Row: infer R }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends { Insert: infer I }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends { Insert: infer I }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends { Update: infer U }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends { Update: infer U }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = { public: { Enums: {} } } as const;
