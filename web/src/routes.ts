import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('pages/area.tsx', { id: 'area-catalogue' }, [
    index('pages/home.tsx'),
    route('mentors', 'pages/mentors.tsx'),
    route('mentors/:segment', 'pages/mentor-profile.tsx'),
  ]),
  layout('pages/area.tsx', { id: 'area-booking' }, [
    route('booking-processing/:bookingId?', 'pages/booking-processing.tsx'),
    route('booking-success/:bookingId', 'pages/booking-success.tsx'),
    route('receipts/:bookingId', 'pages/receipt.tsx'),
  ]),
  layout('pages/area.tsx', { id: 'area-account' }, [
    route('login', 'pages/login.tsx'),
    route('admin-login', 'pages/admin/login.tsx'),
    route('signup', 'pages/signup.tsx'),
    route('reset-password', 'pages/reset-password.tsx'),
    route('account-alert', 'pages/account-alert.tsx'),
    route('mentor-invitation', 'pages/mentor-invitation.tsx'),
  ]),
  layout('pages/area.tsx', { id: 'area-dashboard' }, [
    route('dashboard', 'pages/dashboard.tsx'),
    route('account', 'pages/account.tsx'),
    route('mentor-dashboard/calendar-callback', 'pages/mentor-calendar-callback.tsx'),
    route('sessions/:bookingId', 'pages/session.tsx'),
    route('mentor-answer', 'pages/mentor-answer.tsx'),
    route('mentor-dashboard/:section?/:part?', 'pages/mentor-dashboard.tsx'),
  ]),
  layout('pages/admin/area.tsx', [
    route('admin', 'pages/admin/dashboard.tsx'),
    route('google-oauth-setup', 'pages/admin/google-oauth-setup.tsx'),
    route('oauth-callback', 'pages/admin/oauth-callback.tsx'),
    route('admin/mentors/:mentorId/edit', 'pages/admin/mentor-edit.tsx'),
    route('admin/mentors/:id/bookings', 'pages/admin/mentor-bookings.tsx'),
  ]),
  layout('pages/area.tsx', { id: 'area-reading' }, [
    route('project-point-0', 'pages/static/project-point-0.tsx'),
    route('about-us', 'pages/static/about-us.tsx'),
    route('wall-of-impact', 'pages/wall-of-impact.tsx'),
    route('terms', 'pages/static/terms.tsx'),
    route('privacy', 'pages/static/privacy.tsx'),
    route('refunds', 'pages/static/refunds.tsx'),
    route('contact', 'pages/static/contact.tsx'),
    route('join-as-mentor', 'pages/join-as-mentor.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
] satisfies RouteConfig;
